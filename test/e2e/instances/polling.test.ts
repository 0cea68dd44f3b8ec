import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTelegramEmulator, type TelegramEmulator } from '../../../src/emulators/telegram/index.ts';
import { emptySchemaUrl, noPostgres } from '../../store/postgres/server.ts';
import { type Instances, startInstances } from './instances.ts';

const REPLIES = 'agent: { type: script, replies: [{ turn: { text: "re: ${{ turn.text }}" } }] }';
const PUBLIC_URL = 'http://127.0.0.1:9';

let telegram: TelegramEmulator;
let instances: Instances | undefined;
beforeEach(async () => {
  telegram = await createTelegramEmulator();
});
afterEach(async () => {
  await instances?.end();
  await telegram.close();
});

async function startThree(mode: 'polling' | 'webhook'): Promise<Instances> {
  instances = await startInstances(3, {
    formation: `${REPLIES}\nchannels: { telegram: { token: "1:t", mode: ${mode}, api_root: API_ROOT } }\n`,
    apiRoot: telegram.url,
    databaseUrl: await emptySchemaUrl(),
    env: { PUBLIC_URL },
  });
  return instances;
}

const callsOf = (method: string) => telegram.calls.filter((call) => call.method === method);
const repliesTo = (person: { id: number }) =>
  telegram
    .messages(person)
    .filter(({ from }) => from?.id === telegram.bot.id)
    .map(({ text }) => text);

async function readiness(url: string): Promise<number> {
  return (await fetch(`${url}/readyz`)).status;
}

describe.skipIf(noPostgres)('three instances of one bot', () => {
  it('poll for updates one at a time, and all are ready', async () => {
    const { services } = await startThree('polling');
    const ann = telegram.person('Ann');
    telegram.sendText(ann, ann, 'one');
    await expect.poll(() => repliesTo(ann)).toEqual(['re: one']);
    await expect.poll(() => Promise.all(services.map(({ url }) => readiness(url)))).toEqual([200, 200, 200]);
    expect(callsOf('getMe')).toHaveLength(3);
    expect(callsOf('deleteWebhook')).toHaveLength(1);
    // The emulator ends a poll, as Telegram does, when another one begins.
    expect(callsOf('getUpdates').filter(({ answer }) => answer?.ok === false)).toEqual([]);
  });

  it('poll on with another instance when the one that polls stops, and lose nothing in between', async () => {
    const { services } = await startThree('polling');
    const ann = telegram.person('Ann');
    for (const [index, service] of services.slice(0, 2).entries()) {
      telegram.sendText(ann, ann, `before ${index}`);
      await service.stop();
      telegram.sendText(ann, ann, `after ${index}`);
    }
    const stoppedMs = performance.now();
    await expect
      .poll(() => repliesTo(ann), { timeout: 10_000 })
      .toEqual(['re: before 0', 're: after 0', 're: before 1', 're: after 1']);
    expect(performance.now() - stoppedMs).toBeLessThan(8_000);
  });

  it('register the webhook once', async () => {
    const { services, startAnother } = await startThree('webhook');
    await expect.poll(() => Promise.all(services.map(({ url }) => readiness(url)))).toEqual([200, 200, 200]);
    await startAnother();
    await expect.poll(() => callsOf('getMe')).toHaveLength(4);
    expect(callsOf('setWebhook').map(({ parameters }) => parameters.url)).toEqual([
      'http://127.0.0.1:9/channels/telegram/webhook',
    ]);
  });
});
