import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createTelegramEmulator } from '../../../src/emulators/telegram/index.ts';
import { startChild } from '../child-service.ts';

const formation = (apiRoot: string, onUnknown: string) => `schema: "1.0.0"
id: crash
agent: { type: script, replies: [{ turn: { text: ok } }] }
channels:
  telegram: { token: "1:crash", api_root: "${apiRoot}" }
outbox: { on_unknown: ${onUnknown}, rates: { telegram: off } }
`;

/** Kills the service while the platform has a message and has not answered; gives what the chat shows after the next start. */
async function killedWhileSending(onUnknown: string): Promise<{ texts: unknown[]; sends: number; dead: string }> {
  const telegram = await createTelegramEmulator();
  const folder = await mkdtemp(join(tmpdir(), 'footbridge-crash-'));
  onTestFinished(async () => {
    await telegram.close();
    await rm(folder, { recursive: true, force: true });
  });
  await writeFile(join(folder, 'formation.afs'), formation(telegram.url, onUnknown));
  const env = { FOOTBRIDGE_FORMATION: folder, FOOTBRIDGE_DATA: join(folder, 'data'), LOG_LEVEL: 'warn' };
  const ann = telegram.person('Ann').id;
  const sends = () => telegram.calls.filter(({ method }) => method === 'sendMessage').length;
  const push = (url: string, text: string) =>
    fetch(`${url}/v1/turns`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ to: { channel: 'telegram', address: { chat_id: ann } }, turn: { text } }),
    });

  const first = await startChild(env);
  telegram.failNext('sendMessage', 'hang');
  await push(first.url, 'one');
  await expect.poll(sends, { timeout: 5_000 }).toBe(1);
  await first.kill('SIGKILL');

  const second = await startChild(env);
  onTestFinished(() => second.kill('SIGKILL'));
  await push(second.url, 'two');
  const texts = () => telegram.messages(ann).map(({ text }) => text);
  await expect.poll(() => texts().at(-1), { timeout: 10_000 }).toBe('two');
  const metrics = await (await fetch(`${second.url}/metrics`)).text();
  return { texts: texts(), sends: sends(), dead: /^footbridge_dead_deliveries (\d+)$/m.exec(metrics)?.[1] ?? '' };
}

it('a message that was being sent when the process died is sent again by default', { timeout: 60_000 }, async () => {
  expect(await killedWhileSending('resend')).toEqual({ texts: ['one', 'two'], sends: 3, dead: '0' });
});

it('with on_unknown: park it is set aside', { timeout: 60_000 }, async () => {
  expect(await killedWhileSending('park')).toEqual({ texts: ['two'], sends: 2, dead: '1' });
});
