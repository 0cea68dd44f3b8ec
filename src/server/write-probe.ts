import { reasonOf } from '../protocol/errors.ts';
import type { Log } from '../protocol/log.ts';
import type { Store } from '../protocol/store.ts';

/** Probes are asked for by anybody, as often as they like; the disk is asked this often at most. */
const FRESH_MS = 1_000;

/** Tells whether the store can write, as it was within the last second. Logs the reason when that changes. */
export function createWriteProbe({ store, log }: { store: Store; log: Log }): () => Promise<boolean> {
  let askedMs = Number.NEGATIVE_INFINITY;
  let answer: Promise<boolean> | undefined;
  let couldWrite = true;

  async function ask(): Promise<boolean> {
    try {
      await store.assertWritable();
      if (!couldWrite) log.info({}, 'the store can write again');
      couldWrite = true;
    } catch (error) {
      if (couldWrite) log.error({ reason: reasonOf(error) }, 'the store cannot write');
      couldWrite = false;
    }
    return couldWrite;
  }

  return () => {
    if (answer === undefined || performance.now() - askedMs >= FRESH_MS) {
      askedMs = performance.now();
      answer = ask();
    }
    return answer;
  };
}
