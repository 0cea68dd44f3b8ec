import { setTimeout as sleep } from 'node:timers/promises';
import { it } from 'vitest';
import { startTestService, type TestService } from '../service.ts';
import { next, pieces, runs } from './pieces.ts';
import { chat, Reader, resume, turnIdIn } from './reading.ts';

async function start(rules: string): Promise<TestService> {
  const formation = `agent: { type: pieces }\nturns: { on_disconnect: abort${rules} }\n`;
  return startTestService({ formation, agents: [pieces] });
}

it.concurrent('a formation may have a turn stopped that nobody reads any more; what it said by then is kept', async ({
  expect,
  onTestFinished,
}) => {
  const service = await start('');
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
  expect(runs.filter((run) => run === message)).toHaveLength(1);
}, 30_000);

it.concurrent('a turn goes on that one only reads who wrote a message that joined it', async ({
  expect,
  onTestFinished,
}) => {
  const service = await start(', when_busy: steer');
  onTestFinished(() => service.end());
  const said = async (message: string, signal?: AbortSignal) => {
    const response = await chat(service.url, { message, session_id: 's' }, signal && { signal });
    const reader = new Reader();
    return { reader, read: reader.read(response) };
  };
  const first = await said('held up');
  await expect.poll(() => first.reader.shown.text).toBe('held u');
  const aborting = new AbortController();
  const left = await said('held by two', aborting.signal);
  const joined = await said('and joined');
  const letGo = async (message: string, reader: Reader) => {
    const isDone = () => {
      next(message);
      return reader.shown.end;
    };
    await expect.poll(isDone, { timeout: 10_000, interval: 5 }).toBe('done');
  };
  await letGo('held up', first.reader);
  const isCut = expect(left.read).rejects.toThrow();
  await expect.poll(() => left.reader.shown.text).toBe('held b');
  aborting.abort();
  await isCut;

  // More than it takes to be stopped.
  await sleep(12_500);
  await letGo('held by two\n\nand joined', joined.reader);
  expect(joined.reader.shown.text).toBe('held by two\n\nand joined');
}, 60_000);
