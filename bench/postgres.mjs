// A PostgreSQL to measure with: the one of DATABASE_URL, or the server that the tests start, with every commit on the disk.
import { runnerImport } from 'vite';

/** Nothing where there is neither. */
export async function openDatabase() {
  const { module: harness } = await runnerImport(new URL('../test/store/postgres/server.ts', import.meta.url).pathname);
  const { DATABASE_URL: given } = process.env;
  if (!given && harness.noOwnServer) return undefined;
  const server = given ? undefined : await harness.PostgresServer.start({ isDurable: true });
  const url = given ?? server.url;
  return {
    /** A URL of an empty schema. */
    emptyUrl: () => harness.emptySchemaUrl(url),
    /** Runs statements in the schema of a URL. */
    runSql: (schemaUrl, sql) => harness.runSql(schemaUrl, sql),
    /** Connections of others. */
    async connections() {
      const [row] = await harness.runSql(
        url,
        `select count(*)::int as others from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
      );
      return row.others;
    },
    async close() {
      // The server's keeper holds up no process that has nothing else to do.
      const waiting = setInterval(() => {}, 1_000);
      await server?.stop();
      clearInterval(waiting);
    },
  };
}
