import pg from 'pg';
import { BridgeError, reasonOf } from '../../../protocol/errors.ts';

/** The connection broke after the commit was sent: whether it was done is not known. */
export class OutcomeUnknown extends Error {
  /** What the transaction would have claimed; nobody got it. */
  readonly claims: readonly Claim[];

  constructor(cause: unknown, claims: readonly Claim[]) {
    super(`the connection broke while the transaction was committed: ${reasonOf(cause)}`, { cause });
    this.claims = claims;
  }
}

/** There is no connection to the server, and nothing was kept. */
export class ServerUnreachable extends Error {
  constructor(cause: unknown) {
    super(reasonOf(cause), { cause });
  }
}

/** What a transaction had read first was not true any more once it had its locks; it has to begin again. */
export class Outdated extends Error {}

/** An item that this instance has claimed. */
export interface Claim {
  kind: 'turn' | 'delivery';
  id: string;
  epoch: number;
}

/*
 * SQLSTATEs, https://www.postgresql.org/docs/current/errcodes-appendix.html, read 2026-11.
 */
const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
const UNIQUE_VIOLATION = '23505';

/** The connection ends with these: shut down, crashed, still starting, too long idle in a transaction. */
const CONNECTION_ENDS: readonly string[] = ['57P01', '57P02', '57P03', '25P03'];

/**
 * The server, its disk or its settings are at fault, not what it was asked for: read only, authorization, no such
 * database or schema, no privilege, out of resources, intervention, system error.
 */
const SERVER_FAULTS: readonly string[] = ['25006', '28', '3D000', '3F000', '42501', '53', '57', '58', 'XX'];

/** Keys that two instances may keep at the same instant. Whoever comes second finds the first when it tries again. */
const KEYS_OF_RACES: readonly string[] = ['turn_dedupe', 'push_pkey', 'conversation_alias_pkey'];

/** Only what the server said has one; Node's own codes, e.g. EPIPE, may look the same. */
function sqlStateOf(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

/** Whether the connection is gone, rather than the statement refused. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof OutcomeUnknown || error instanceof Outdated || error instanceof BridgeError) return false;
  const state = sqlStateOf(error);
  if (state !== undefined) return state.startsWith('08') || CONNECTION_ENDS.includes(state);
  if (!(error instanceof Error)) return false;
  // Node's own: ECONNRESET, EPIPE, … The others are sentences of the driver.
  if ('code' in error && typeof error.code === 'string' && error.code.startsWith('E')) return true;
  return /Connection terminated|not queryable|Query read timeout|Client was closed/.test(error.message);
}

/** Whether the server was silent for as long as it may be: asking again would take as long again. */
export function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout';
}

/** Whether the same transaction may succeed when it runs again. */
export function isTransient(error: unknown): boolean {
  if (error instanceof Outdated) return true;
  const state = sqlStateOf(error);
  if (state === UNIQUE_VIOLATION) {
    return error instanceof pg.DatabaseError && KEYS_OF_RACES.includes(error.constraint ?? '');
  }
  return state === DEADLOCK || state === SERIALIZATION_FAILURE;
}

/** Whether the server answered and refused what it was asked for, so that it is to blame on one operation of several. */
export function isRefusal(error: unknown): boolean {
  const state = sqlStateOf(error);
  return state !== undefined && !isConnectionLost(error) && !isServerFault(state);
}

function isServerFault(state: string): boolean {
  return SERVER_FAULTS.some((fault) => state.startsWith(fault));
}

/** Turns what the database threw into an error that says what to do. Everything else passes as it is. */
export function explained(error: unknown, server: string): unknown {
  if (error instanceof BridgeError) return error;
  if (error instanceof OutcomeUnknown) {
    return new BridgeError(
      'data_unusable',
      `Cannot tell whether the database ${server} has kept this: ${error.message}. Send the same again: it is kept once.`,
      { cause: error, facts: { server } },
    );
  }
  const state = sqlStateOf(error);
  const isUnusable =
    error instanceof ServerUnreachable || isConnectionLost(error) || (state !== undefined && isServerFault(state));
  if (isUnusable) return dataUnusable(error, server);
  if (isTransient(error))
    return dataUnusable(new Error('others were in the way again and again', { cause: error }), server);
  if (state === undefined) return error;
  return new BridgeError('internal', `The store refused what it was given: ${reasonOf(error)}.`, { cause: error });
}

/** The server cannot be reached, or cannot read or write. */
export function dataUnusable(error: unknown, server: string): BridgeError {
  return new BridgeError(
    'data_unusable',
    `Cannot use the database ${server}: ${reasonOf(error)}. Nothing was kept; it may be tried again. Check that the server runs, that DATABASE_URL leads to it, and that its disk has space.`,
    { cause: error, facts: { server } },
  );
}

/** How a database is named to people: never with its password. */
export function serverName(url: string): string {
  try {
    const { hostname, port, pathname } = new URL(url);
    return `'${decodeURIComponent(pathname.slice(1))}' at ${hostname || 'localhost'}:${port || '5432'}`;
  } catch {
    return 'of DATABASE_URL';
  }
}
