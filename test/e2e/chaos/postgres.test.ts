import { afterEach, describe, expect, it } from 'vitest';
import { emptySchemaUrl, noOwnServer, PostgresServer } from '../../store/postgres/server.ts';
import { CHAOS_TIMEOUT_MS, isWhole, SIZE } from './size.ts';
import { expectKept, type Stage, setStage, told } from './stage.ts';

let stage: Stage | undefined;
let server: PostgresServer | undefined;
afterEach(async () => {
  await stage?.end();
  await server?.kill();
});

/** At which strikes the database itself is killed. */
const DATABASE_STRIKES = isWhole ? [2, 6] : [0];

// A server of its own, since it is killed; without one for this machine, or with DATABASE_URL alone, there is none to kill.
describe.skipIf(noOwnServer)('kill -9 of one of three services on PostgreSQL, and of PostgreSQL itself', () => {
  it(
    `loses none of ${SIZE.messages} messages in ${SIZE.conversations} conversations, and keeps each conversation in order`,
    async () => {
      const startedMs = performance.now();
      const database = await PostgresServer.start({ isDurable: true });
      server = database;
      stage = await setStage({
        victims: 3,
        env: { DATABASE_URL: await emptySchemaUrl(database.url), FOOTBRIDGE_SECRET: 'a secret that three share' },
      });
      const { witness, victims } = stage;
      let databaseKills = 0;
      await stage.strikeWhileWriting(async (turn) => {
        if (DATABASE_STRIKES.includes(turn)) {
          await witness.without(async () => {
            await database.kill();
            await database.startAgain();
          });
          databaseKills++;
          return;
        }
        const victim = victims[turn % victims.length];
        await victim?.kill();
        witness.crashed();
        await victim?.start();
      });
      const tally = await stage.settled();
      process.stdout.write(
        told(`chaos on PostgreSQL, which was killed ${databaseKills} times`, stage, tally, startedMs),
      );
      expectKept(tally, stage);
      expect(databaseKills).toBe(DATABASE_STRIKES.length);
    },
    CHAOS_TIMEOUT_MS,
  );
});
