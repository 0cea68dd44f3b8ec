import { expect, onTestFinished } from 'vitest';

/** Reads the console's stream of events until the test ends. Gives how to wait for words in it; they come with all that was read. */
export async function eventsOf({ url }: { url: string }): Promise<(...patterns: RegExp[]) => Promise<string>> {
  const response = await fetch(`${url}/console/events`);
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  let streamed = '';
  const reading = (async () => {
    const decoder = new TextDecoder();
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      streamed += decoder.decode(chunk.value, { stream: true });
    }
  })().catch(() => {});
  onTestFinished(async () => {
    await reader.cancel();
    await reading;
  });
  return async (...patterns) => {
    for (const pattern of patterns) await expect.poll(() => streamed, { timeout: 10_000 }).toMatch(pattern);
    return streamed;
  };
}
