import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { BridgeError } from '../../src/protocol/errors.ts';
import { silentLog } from '../../src/protocol/log.ts';
import { type BackupCopy, backupRoute } from '../../src/server/routes/operators/backup.ts';

async function serve(backup?: () => Promise<BackupCopy>): Promise<number> {
  const app = express();
  app.get('/', backupRoute({ log: silentLog, ...(backup && { backup }) }));
  app.use(((error, _request, response, next) => {
    if (response.headersSent) return next(error);
    response.status((error as BridgeError).status).json((error as BridgeError).message);
  }) as express.ErrorRequestHandler);
  const server = app.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** A copy of so many bytes that no connection swallows it at once. */
function copyOf(bytes: number): BackupCopy {
  const folder = mkdtempSync(join(tmpdir(), 'footbridge-copy-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'copy');
  writeFileSync(file, Buffer.alloc(bytes, 7));
  return { file, bytes, remove: async () => rmSync(file) };
}

describe('the way of a backup to whoever fetches it', () => {
  it('gives every byte and removes the copy', async () => {
    const copy = copyOf(100_000);
    const response = await fetch(`http://127.0.0.1:${await serve(async () => copy)}/`);
    expect(response.headers.get('content-length')).toBe('100000');
    expect(Buffer.from(await response.arrayBuffer()).equals(Buffer.alloc(100_000, 7))).toBe(true);
    await expect.poll(() => existsSync(copy.file)).toBe(false);
  });

  it('removes the copy also when the connection breaks in the middle', async () => {
    const copy = copyOf(50_000_000);
    const outgoing = request({ port: await serve(async () => copy), host: '127.0.0.1' });
    outgoing.end();
    const [response] = await once(outgoing, 'response');
    await once(response, 'data');
    expect(existsSync(copy.file)).toBe(true);
    outgoing.destroy();
    await expect.poll(() => existsSync(copy.file)).toBe(false);
  });

  it('says what to use instead where the data is in PostgreSQL', async () => {
    const response = await fetch(`http://127.0.0.1:${await serve()}/`);
    expect(response.status).toBe(409);
    expect(await response.json()).toContain('pg_dump');
  });
});
