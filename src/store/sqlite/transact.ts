import type { Driver } from './driver.ts';

/** Runs the work of start-up in one transaction, whole or not at all. */
export function transact<T>(driver: Driver, work: () => T): T {
  driver.execute('begin');
  try {
    const result = work();
    driver.execute('commit');
    return result;
  } catch (error) {
    driver.execute('rollback');
    throw error;
  }
}
