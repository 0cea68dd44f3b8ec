import pg from 'pg';
import { reasonOf } from '../../../protocol/errors.ts';
import type { Log } from '../../../protocol/log.ts';
import { restored } from './lossless-text.ts';
import {
  type Claim,
  isConnectionLost,
  isTimeout,
  isTransient,
  OutcomeUnknown,
  ServerUnreachable,
} from './postgres-errors.ts';
import type { Query } from './sql.ts';

/** How long the store waits for its server before it says that it cannot. */
export interface Patience {
  /** For a connection: a free one of the pool, or a new one. */
  connectMs: number;
  /** For the answer to a statement. */
  statementMs: number;
}

/** Short enough for a webhook: Slack takes an answer within 3 seconds, Telegram and Discord are as patient or more. */
export const PATIENCE: Patience = { connectMs: 2_500, statementMs: 4_000 };

/** One transaction, on one connection. Statements are sent at once and answered in order, without a wait between them. */
export interface Transaction {
  rows<Row extends object>(query: Query): Promise<Row[]>;
}

/** What a transaction found out, and what it writes before it commits. */
export interface Plan<Result> {
  writes: readonly Query[];
  /** What it claims for this instance. */
  claims?: readonly Claim[];
  /** Called once it is committed, and before the result is given. */
  onCommitted?: () => void;
  result: Result;
}

const MAX_TRIES = 8;
const LONGEST_PAUSE_MS = 40;

/** OIDs of `int8` and `text`, https://github.com/postgres/postgres/blob/master/src/include/catalog/pg_type.dat, read 2026-11. */
const INT8 = 20;
const TEXT = 25;

/** Numbers of this store stay far below 2^53, and every text may be an escaped one. */
const types: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (format !== 'binary' && oid === INT8) return Number;
    if (format !== 'binary' && oid === TEXT) return restored;
    return pg.types.getTypeParser(oid, format as 'text');
  },
} as pg.CustomTypesConfig;

/** The settings of every connection to the server. */
export function connectionSettings(url: string, patience: Patience): pg.ClientConfig {
  return {
    connectionString: url,
    connectionTimeoutMillis: patience.connectMs,
    // The server gives up first, and says why; the other one is for a server that says nothing any more.
    statement_timeout: patience.statementMs,
    query_timeout: patience.statementMs + 500,
    // A process that is stopped in the middle must not keep its locks from the others.
    idle_in_transaction_session_timeout: patience.statementMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'footbridge',
    types,
  };
}

/*
 * Every statement of this store finds its rows by an index. A plan that was made while a table was small must not read
 * the whole of it once it is large, so nothing else is offered to the planner; and a plan is made once per connection.
 */
const SESSION = `
  set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off; set jit = off;
  set plan_cache_mode = force_generic_plan`;

/** The connections to the server, and the transactions that run over them. */
export class Database {
  readonly #pool: pg.Pool;
  readonly #random: () => number;
  readonly #maxConnections: number;

  constructor(options: { url: string; patience: Patience; maxConnections: number; log: Log; random: () => number }) {
    this.#random = options.random;
    this.#maxConnections = options.maxConnections;
    this.#pool = new pg.Pool({
      ...connectionSettings(options.url, options.patience),
      pipeline: true,
      max: options.maxConnections,
      idleTimeoutMillis: 30_000,
    });
    this.#pool.on('connect', (client) => void client.query(SESSION).catch(ignore));
    // An idle connection was cut. The pool has dropped it; whoever needs one gets another.
    this.#pool.on('error', (error) => options.log.debug({ reason: reasonOf(error) }, 'idle store connection lost'));
  }

  /** Runs one statement outside of any transaction, and again when a connection was cut under it. It must be harmless twice. */
  async rows<Row extends object>(query: Query): Promise<Row[]> {
    for (let tries = 1; ; tries += 1) {
      const client = await this.#connect();
      try {
        return (await client.query<Row>(query)).rows;
      } catch (error) {
        const isLost = isConnectionLost(error);
        if (isLost && tries <= this.#maxConnections && !isTimeout(error)) continue;
        if (isTransient(error) && tries < MAX_TRIES) await this.#pause(tries);
        else throw isLost ? new ServerUnreachable(error) : error;
      } finally {
        release(client);
      }
    }
  }

  /**
   * Runs `work` in a transaction, writes what it planned and commits. `work` may run again, from the start, when other
   * instances were in its way; it must keep no state outside the database.
   *
   * Throws `OutcomeUnknown` when the connection broke after the commit was sent, and `ServerUnreachable` when there is no
   * connection; nothing was kept then.
   */
  async transact<Result>(work: (transaction: Transaction) => Promise<Plan<Result>>): Promise<Result> {
    let cuts = 0;
    for (let tries = 1; ; tries += 1) {
      const client = await this.#connect();
      try {
        return await attempt(client, work);
      } catch (error) {
        const isLost = isConnectionLost(error);
        // All connections may have been cut long ago, without a word; a fresh one tells whether the server is there.
        if (isLost && (isTimeout(error) || ++cuts > this.#maxConnections)) throw new ServerUnreachable(error);
        if (!isLost && (!isTransient(error) || tries >= MAX_TRIES)) throw error;
        if (!isLost) await this.#pause(tries);
      } finally {
        release(client);
      }
    }
  }

  close(): Promise<void> {
    return this.#pool.end();
  }

  async #connect(): Promise<pg.PoolClient> {
    try {
      const client = await this.#pool.connect();
      // One that breaks while it is in use fails its statements; the event is only the same news again.
      client.on('error', ignore);
      return client;
    } catch (error) {
      throw new ServerUnreachable(error);
    }
  }

  /** Jitter, so that those who met do not meet again. */
  #pause(tries: number): Promise<void> {
    const pauseMs = Math.min(LONGEST_PAUSE_MS, 2 ** tries) * this.#random();
    return new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

async function attempt<Result>(
  client: pg.PoolClient,
  work: (transaction: Transaction) => Promise<Plan<Result>>,
): Promise<Result> {
  const sent: Promise<unknown>[] = [];
  const send = <Row extends object>(query: Query | string): Promise<pg.QueryResult<Row>> => {
    const answer = client.query<Row>(query);
    // Whoever waits for it hears of its failure; nobody may wait any more by then.
    answer.catch(ignore);
    sent.push(answer);
    return answer;
  };
  let plan: Plan<Result>;
  try {
    const begun = send('begin');
    plan = await work({ rows: async (query) => (await send<never>(query)).rows });
    await begun;
  } catch (error) {
    await rollback(client, sent);
    throw error;
  }
  const writes = plan.writes.map((query) => send(query));
  const committed = send('commit');
  const outcomes = await Promise.allSettled([...writes, committed]);
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  const commit = outcomes.at(-1);
  if (commit?.status === 'rejected' && isConnectionLost(commit.reason)) {
    // A write that the server refused, refused the commit behind it as well.
    if (failed && !isConnectionLost(failed.reason)) throw failed.reason;
    throw new OutcomeUnknown(commit.reason, plan.claims ?? []);
  }
  if (failed) throw failed.reason;
  plan.onCommitted?.();
  return plan.result;
}

/** The first error counts, so what the rollback says of it is not heard. */
async function rollback(client: pg.PoolClient, sent: readonly Promise<unknown>[]): Promise<void> {
  await Promise.allSettled([...sent, client.query('rollback')]);
}

/** Gives a connection back to the pool; one that broke, or hangs in a transaction, is closed instead. */
function release(client: pg.PoolClient): void {
  client.off('error', ignore);
  client.release(client.getTransactionStatus() !== 'I');
}

function ignore(): void {}
