import { pino } from 'pino';
import type { Log } from '../protocol/log.ts';

/** Names under which a secret could come into a line by mistake; none of them is ever printed. */
const SECRET_KEYS = ['token', 'secret', 'authorization', 'api_key', 'password'];

/** JSON lines on standard output, written in batches: within 100 ms, and all of them before the process ends. */
export function createLog(level: string): Log {
  const destination = pino.destination({ fd: 1, sync: false, minLength: 8_192, periodicFlush: 100 });
  return pino({ level, base: { pid: process.pid }, redact: SECRET_KEYS }, destination);
}
