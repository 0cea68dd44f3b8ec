import { createParser } from 'eventsource-parser';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

interface StreamEvent {
  event: string;
  data: string;
}

const moduleUrl = new URL('../../src/console/page/sse.js', import.meta.url).href;
const { readEvents } = (await import(moduleUrl)) as {
  readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent>;
};

function streamOf(chunks: Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
}

async function eventsOf(...chunks: (string | Uint8Array)[]): Promise<StreamEvent[]> {
  const bytes = chunks.map((chunk) => (typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk));
  const events: StreamEvent[] = [];
  for await (const event of readEvents(streamOf(bytes))) events.push(event);
  return events;
}

describe("the page's stream reader [MUXI-41]", () => {
  it('reads unnamed and named frames', async () => {
    expect(await eventsOf('id: 1\ndata: {"token":"a"}\n\nevent: done\ndata: {}\n\n')).toEqual([
      { event: 'message', data: '{"token":"a"}' },
      { event: 'done', data: '{}' },
    ]);
  });

  it('reads every kind of line break, also cut by a chunk', async () => {
    expect(await eventsOf('data: a\r', '\n\r', '\ndata: b\r\rdata: c\n\n')).toEqual([
      { event: 'message', data: 'a' },
      { event: 'message', data: 'b' },
      { event: 'message', data: 'c' },
    ]);
  });

  it('joins data lines, skips comments, and leaves out what the end cuts off', async () => {
    expect(await eventsOf(': hello\ndata: a\ndata:b\ndata\n\n\nevent: lost\n\ndata: cut')).toEqual([
      { event: 'message', data: 'a\nb\n' },
    ]);
  });

  it('reads a character that two chunks share, behind a byte order mark', async () => {
    const bytes = new TextEncoder().encode('\ufeffdata: 🙂\n\n');
    expect(await eventsOf(bytes.slice(0, 11), bytes.slice(11))).toEqual([{ event: 'message', data: '🙂' }]);
  });

  it('agrees with an independent parser on any text and any cut', async () => {
    const line = fc.constantFrom(
      'data: x',
      'data:y',
      'data',
      'event: e',
      'id: 1',
      ': c',
      'other: z',
      'data: é🙂',
      '',
      '',
    );
    const lineBreak = fc.constantFrom('\n', '\r\n', '\r');
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(line, lineBreak)), fc.array(fc.nat(400)), async (lines, cuts) => {
        // The other parser takes a carriage return at the very end as a whole line break, which ours waits for.
        const bytes = new TextEncoder().encode(`${lines.flat().join('')}\n`);
        const places = [
          0,
          ...cuts.map((cut) => Math.min(cut, bytes.length)).sort((one, other) => one - other),
          bytes.length,
        ];
        const chunks = places.slice(1).map((end, index) => bytes.slice(places[index], end));
        const expected: StreamEvent[] = [];
        const parser = createParser({
          onEvent: ({ event, data }) => expected.push({ event: event ?? 'message', data }),
        });
        parser.feed(new TextDecoder().decode(bytes));
        expect(await eventsOf(...chunks)).toEqual(expected);
      }),
    );
  });
});
