import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { createTelegramEmulator, type TelegramEmulator } from '../../../src/emulators/telegram/index.ts';
import { Crowd } from './crowd.ts';
import { WEBHOOK_SECRET, writeFormation } from './formation.ts';
import { isWhole, SIZE } from './size.ts';
import { type Tally, Witness } from './tally.ts';
import { Victim } from './victim.ts';

/** A platform, people who write on it, and services that answer and are killed. */
export interface Stage {
  telegram: TelegramEmulator;
  witness: Witness;
  crowd: Crowd;
  victims: readonly Victim[];
  /** Runs `strike` again and again, with 1 to 3 s in between, while the crowd writes. */
  strikeWhileWriting(strike: (turn: number) => Promise<void>): Promise<void>;
  /** Waits until everything is answered and nothing is under way any more. */
  settled(): Promise<Tally>;
  end(): Promise<void>;
}

/** `env` is what the services need besides their formation. */
export async function setStage(options: { victims: number; env: Record<string, string> }): Promise<Stage> {
  const telegram = await createTelegramEmulator();
  const folder = await mkdtemp(join(tmpdir(), 'footbridge-chaos-'));
  await writeFormation(folder, telegram.url);
  const env = {
    FOOTBRIDGE_FORMATION: folder,
    FOOTBRIDGE_DATA: join(folder, 'data'),
    LOG_LEVEL: 'error',
    ...options.env,
  };
  const victims = Array.from({ length: options.victims }, () => new Victim(env));
  const witness = new Witness(telegram);
  const crowd = new Crowd({
    people: Array.from({ length: SIZE.conversations }, (_, place) => telegram.person(`P${place}`).id),
    messagesEach: SIZE.messages / SIZE.conversations,
    messagesPerSec: SIZE.messagesPerSec,
    doors: () => victims.flatMap(({ url }) => url ?? []),
    secret: WEBHOOK_SECRET,
  });
  await Promise.all(victims.map((victim) => victim.start()));

  return {
    telegram,
    witness,
    crowd,
    victims,
    async strikeWhileWriting(strike) {
      let isWriting = true;
      const written = crowd.write().finally(() => {
        isWriting = false;
      });
      for (let turn = 0; ; turn++) {
        await Promise.race([sleep(1_000 + Math.random() * 2_000), written]);
        if (!isWriting) break;
        await strike(turn);
      }
      await written;
    },
    async settled() {
      await expect
        .poll(async () => ({ lost: witness.tally(crowd.acknowledged).lost, busy: await busy(victims) }), {
          timeout: 60_000,
          interval: 200,
        })
        .toEqual({ lost: 0, busy: 0 });
      return witness.tally(crowd.acknowledged);
    },
    async end() {
      await Promise.all(victims.map((victim) => victim.end()));
      await telegram.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Turns and deliveries that wait or are under way, as the services tell it themselves. */
async function busy(victims: readonly Victim[]): Promise<number> {
  const counts = await Promise.all(
    victims.map(async ({ url }) => {
      const text = await fetch(`${url}/metrics`).then((response) => response.text());
      return [...text.matchAll(/^footbridge_(?:waiting|live)_(?:turns|deliveries) (\d+)$/gm)];
    }),
  );
  return counts.flat().reduce((sum, [, count]) => sum + Number(count), 0);
}

/** Share of all answers that may go out twice, on a machine that does nothing else. */
const MAX_DOUBLED_SHARE = 0.005;

/**
 * Nothing is lost, nothing is out of order, and nothing went out twice but what a crash cut off between the platform's
 * yes and our note of it: one answer per conversation and crash at the most.
 */
export function expectKept(tally: Tally, { witness }: Stage): void {
  expect(tally).toMatchObject({ accepted: SIZE.messages, lost: 0, outOfOrder: 0, unexplained: 0 });
  expect(tally.doubled).toBeLessThanOrEqual(witness.crashes * SIZE.conversations);
  // A short form has a few messages for its crashes, and runs beside other tests.
  if (isWhole) expect(tally.doubled / tally.accepted).toBeLessThan(MAX_DOUBLED_SHARE);
}

/** One line that tells how it went. */
export function told(what: string, { witness, crowd }: Stage, tally: Tally, startedMs: number): string {
  const { accepted, lost, outOfOrder, doubled } = tally;
  const refused = [...crowd.refusals].map(([status, count]) => `${count} × ${status || 'cut'}`).join(', ');
  const seconds = Math.round((performance.now() - startedMs) / 1000);
  const percent = ((doubled / accepted) * 100).toFixed(2);
  return `${what}: ${witness.crashes} killed in ${seconds} s, ${accepted} accepted, ${lost} lost, ${outOfOrder} out of order, ${doubled} sent twice (${percent} %); refused meanwhile: ${refused || 'none'}\n`;
}
