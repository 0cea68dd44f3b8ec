/** The part of a pino logger that the rooms use. Facts first, then a short sentence. */
export interface Log {
  debug(facts: object, message: string): void;
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

/** A log that keeps nothing, for callers that have none. */
export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };
