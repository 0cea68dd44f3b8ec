import { beforeAll, describe } from 'vitest';
import { noPostgres, sharedServerUrl } from './server.ts';

/** A busy machine takes its time to make a cluster and to start it. */
const START_MS = 120_000;

/** Tests on the server that this process shares, which is there before the first of them. Skipped, with the reason, where there is none. */
export function describeOnServer(name: string, tests: () => void): void {
  describe.skipIf(noPostgres)(noPostgres ? `${name} (skipped: ${noPostgres})` : name, () => {
    beforeAll(async () => void (await sharedServerUrl()), START_MS);
    tests();
  });
}
