import pg from 'pg';
import { migrate } from './migrate.ts';
import type { Migration } from './migrations.ts';

/** How long an instance waits for another one that migrates. */
const MIGRATION_MS = 10 * 60_000;

/** Migrates over a connection of its own, which may take its time. */
export async function migrateDatabase(
  settings: pg.ClientConfig,
  about: { migrations: readonly Migration[]; server: string; nowMs: number },
): Promise<void> {
  const patient = { statement_timeout: MIGRATION_MS, query_timeout: MIGRATION_MS };
  const client = new pg.Client({ ...settings, ...patient, idle_in_transaction_session_timeout: MIGRATION_MS });
  // What breaks while it migrates fails the statement that runs.
  client.on('error', () => {});
  await client.connect();
  try {
    await migrate((sql) => client.query(sql), about);
  } finally {
    await client.end();
  }
}
