import { expect, it } from 'vitest';
import { result, running } from './running.ts';

async function act(
  url: string,
  action: string,
  given: object,
): Promise<{ ok: boolean; error?: string; result?: unknown }> {
  const response = await fetch(`${url}/emulator/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(given),
  });
  return (await response.json()) as { ok: boolean };
}

it('lets another process act as people and read what arrived', async () => {
  const emulator = await running();
  const ann = (await act(emulator.url, 'person', { name: 'Ann' })).result as { id: string };
  const dm = (await act(emulator.url, 'dm', { person: ann.id })).result as { id: string };
  await act(emulator.url, 'sendText', { from: ann.id, channel: dm.id, text: 'hello' });
  expect(await act(emulator.url, 'messages', { channel: dm.id })).toMatchObject({
    ok: true,
    result: [{ text: 'hello', user: ann.id }],
  });
  expect(await act(emulator.url, 'failNext', { method: 'auth.test', fault: { error: 'x' } })).toEqual({
    ok: true,
    result: true,
  });
});

it('says what is wrong with an action', async () => {
  const { url } = await running();
  expect((await act(url, 'dance', {})).error).toMatch(/^There is no action "dance". There are: person, /);
  expect((await act(url, 'person', {})).error).toBe('"name" must be a string.');
  expect((await act(url, 'dm', { person: 'U0' })).error).toBe('Nobody has the id U0.');
});

it('answers no page of a browser', async () => {
  const { url } = await running();
  for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]) {
    const response = await fetch(`${url}/api/api.test`, { method: 'POST', headers });
    expect(response.status).toBe(403);
  }
});

it('tells those who watch', async () => {
  const emulator = await running();
  const seen: string[] = [];
  const stop = emulator.subscribe(({ type }) => seen.push(type));
  const ann = emulator.person('Ann');
  const dm = emulator.dm(ann);
  const { ts } = emulator.sendText(ann, dm, 'hello');
  emulator.edit(ann, { channel: dm, ts }, 'hi');
  const thread = { channel_id: dm.id, thread_ts: ts };
  await result(emulator, 'assistant.threads.setStatus', { ...thread, status: 'is thinking…' });
  emulator.remove(ann, { channel: dm, ts });
  stop();
  emulator.sendText(ann, dm, 'unseen');
  expect(seen).toEqual(['message', 'changed', 'status', 'deleted']);
});
