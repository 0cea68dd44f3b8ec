import { afterEach, describe, expect, it } from 'vitest';
import { CHAOS_TIMEOUT_MS, SIZE } from './size.ts';
import { expectKept, type Stage, setStage, told } from './stage.ts';

let stage: Stage | undefined;
afterEach(() => stage?.end());

describe('kill -9 of a service on SQLite, 1 to 3 s after each time it is ready', () => {
  it(
    `loses none of ${SIZE.messages} messages in ${SIZE.conversations} conversations, and keeps each conversation in order`,
    async () => {
      const startedMs = performance.now();
      stage = await setStage({ victims: 1, env: {} });
      const [victim] = stage.victims;
      const { witness } = stage;
      await stage.strikeWhileWriting(async () => {
        await victim?.kill();
        witness.crashed();
        await victim?.start();
      });
      const tally = await stage.settled();
      process.stdout.write(told('chaos on SQLite', stage, tally, startedMs));
      expectKept(tally, stage);
      expect(witness.crashes).toBeGreaterThanOrEqual(1);
      expect(victim?.output).not.toContain('"level":50');
    },
    CHAOS_TIMEOUT_MS,
  );
});
