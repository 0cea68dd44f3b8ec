import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createTelegramEmulator, type TelegramEmulator } from '../../../src/emulators/telegram/index.ts';
import { type ChildService, startChild } from '../child-service.ts';

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

/** A service in a process of its own, which can be killed and started again over the same data. */
async function launch(turns: string, replies: string) {
  const telegram = await createTelegramEmulator();
  const folder = await mkdtemp(join(tmpdir(), 'footbridge-turns-'));
  cleanUps.push(
    () => telegram.close(),
    () => rm(folder, { recursive: true, force: true }),
  );
  await writeFile(
    join(folder, 'formation.afs'),
    `schema: "1.0.0"
id: turns
turns: ${turns}
agent: { type: script, replies: [${replies}, { turn: { text: "re: \${{ turn.text }}" } }] }
channels: { telegram: { token: "1:turns", api_root: "${telegram.url}" } }
`,
  );
  const env = { FOOTBRIDGE_FORMATION: folder, FOOTBRIDGE_DATA: join(folder, 'data'), LOG_LEVEL: 'error' };
  let child: ChildService = await startChild(env);
  cleanUps.push(() => child.kill('SIGKILL'));
  async function live(what: 'turns' | 'deliveries'): Promise<number> {
    const text = await (await fetch(`${child.url}/metrics`)).text();
    return Number(new RegExp(`^footbridge_live_${what} (\\d+)$`, 'm').exec(text)?.[1]);
  }
  return {
    telegram,
    async killAndStart() {
      await child.kill('SIGKILL');
      child = await startChild(env);
    },
    liveTurns: () => live('turns'),
    liveDeliveries: () => live('deliveries'),
  };
}

function textsOf(telegram: TelegramEmulator, chat: { id: number }): (string | undefined)[] {
  return telegram.messages(chat.id).flatMap(({ from, text }) => (from?.id === telegram.bot.id ? [text] : []));
}

const SOON = { timeout: 15_000, interval: 20 };

describe('kill -9 while turns run', () => {
  it('leaves stopped what was stopped, runs a joined turn again with all of it, and sets a poisonous one aside', async () => {
    const { telegram, killAndStart, liveTurns, liveDeliveries } = await launch(
      '{ when_busy: steer, max_attempts: 2 }',
      [
        '{ when: { text: "^poison" }, delay_ms: 60000, turn: { text: Never. } }',
        '{ when: { text: "^work" }, delay_ms: 1500, turn: { text: Done. } }',
        '{ when: { text: "^first" }, delay_ms: 300, turn: { text: First. } }',
        '{ when: { text: "^slow" }, delay_ms: 1500, turn: { text: "re: ${{ turn.text }}" } }',
      ].join(),
    );
    const [ann, bo, cy] = [telegram.person('Ann'), telegram.person('Bo'), telegram.person('Cy')];
    telegram.sendText(ann, ann, 'poison');
    telegram.sendText(bo, bo, 'work');
    telegram.sendText(bo, bo, '/stop');
    for (const text of ['first', 'slow', 'two', 'three']) telegram.sendText(cy, cy, text);
    await expect.poll(() => textsOf(telegram, bo), SOON).toEqual(['Stopped.']);
    await expect.poll(() => textsOf(telegram, cy), SOON).toEqual(['First.']);
    await expect.poll(liveTurns, SOON).toBe(2);
    await expect.poll(liveDeliveries, SOON).toBe(0);

    await killAndStart();
    telegram.sendText(bo, bo, 'hello');
    await expect.poll(() => textsOf(telegram, cy), SOON).toEqual(['First.', 're: slow\n\ntwo\n\nthree']);
    await expect.poll(() => textsOf(telegram, bo), SOON).toEqual(['Stopped.', 're: hello']);
    await expect.poll(liveTurns, SOON).toBe(1);
    await expect.poll(liveDeliveries, SOON).toBe(0);

    await killAndStart();
    const setAside = 'Something went wrong while I was working on this. Please try again.';
    await expect.poll(() => textsOf(telegram, ann), SOON).toEqual([setAside]);
    telegram.sendText(ann, ann, 'hello');
    await expect.poll(() => textsOf(telegram, ann), SOON).toEqual([setAside, 're: hello']);
    expect(textsOf(telegram, bo)).toEqual(['Stopped.', 're: hello']);
  }, 60_000);
});
