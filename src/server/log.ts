import { pino } from 'pino';
import type { Log } from '../protocol/log.ts';

/** Names under which a secret could come into a line by mistake; none of them is ever printed. */
const SECRET_KEYS = ['token', 'secret', 'authorization', 'api_key', 'password'];

/** The log of the service, whose lines are written a little later. */
export interface ServiceLog extends Log {
  /**
   * Resolves when all lines are written, or nobody can read them any more. To be waited for before the process ends: at
   * its end, pino would wait without an end for a reader that went away unnoticed.
   */
  flush(): Promise<void>;
}

/** JSON lines on standard output, written in batches: within 100 ms, and all of them before the process ends. */
export function createLog(level: string): ServiceLog {
  const destination = pino.destination({ fd: 1, sync: false, minLength: 8_192, periodicFlush: 100 });
  const log = pino({ level, base: { pid: process.pid }, redact: SECRET_KEYS }, destination);
  return {
    debug: log.debug.bind(log),
    info: log.info.bind(log),
    warn: log.warn.bind(log),
    error: log.error.bind(log),
    flush: () => new Promise((resolve) => destination.flush(() => resolve())),
  };
}
