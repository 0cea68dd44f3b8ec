import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { startTestService } from '../service.ts';
import { pieces, runs } from './pieces.ts';
import { chat, Reader, resume, turnIdIn } from './reading.ts';

it('a formation may have a turn stopped that nobody reads any more; what it said by then is kept', async () => {
  const service = await startTestService({
    formation: 'agent: { type: pieces }\nturns: { on_disconnect: abort }\n',
    agents: [pieces],
  });
  onTestFinished(() => service.end());
  const message = 'held for a while';
  const aborting = new AbortController();
  const left = new Reader();
  const isCut = expect(left.read(await chat(service.url, { message }, { signal: aborting.signal }))).rejects.toThrow();
  await expect.poll(() => left.shown.text).toBe('held f');
  aborting.abort();
  await isCut;

  // It is looked for in the store, since reading its stream would be reading it.
  const isDone = async () => {
    const held = await fetch(`${service.url}/v1/users/ann/export?channel=web`);
    const { turns } = (await held.json()) as { turns: { status: string }[] };
    return turns[0]?.status;
  };
  while ((await isDone()) !== 'done') await sleep(100);
  const back = await new Reader(left.shown).read(await resume(service.url, turnIdIn(left), left.shown));
  expect(back.shown).toMatchObject({ text: 'held f\n\nStopped.', end: 'done', resets: 0 });
  expect(runs).toEqual([message]);
}, 30_000);
