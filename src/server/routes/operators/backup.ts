import { createReadStream } from 'node:fs';
import { pipeline as piped } from 'node:stream/promises';
import type { RequestHandler } from 'express';
import { BridgeError } from '../../../protocol/errors.ts';
import type { Log } from '../../../protocol/log.ts';

/** Whoever fetches a backup and stops reading for so long is cut off; the copy takes room on our disk. */
const IDLE_MS = 60_000;

/** A consistent copy of the store in a file of its own, until it is removed. */
export interface BackupCopy {
  file: string;
  bytes: number;
  remove(): Promise<void>;
}

/** Streams a copy of the store, made while everything goes on. Whoever reads it checks it: that takes long and blocks. */
export function backupRoute(deps: { backup?: () => Promise<BackupCopy>; log: Log }): RequestHandler {
  return async (_request, response) => {
    if (!deps.backup) {
      throw new BridgeError(
        'backup_unavailable',
        'The data is in PostgreSQL, which is backed up with its own pg_dump. docs/backup.md has the steps.',
      );
    }
    const copy = await deps.backup();
    try {
      response.setTimeout(IDLE_MS, () => response.destroy());
      response.setHeader('Content-Type', 'application/vnd.sqlite3');
      response.setHeader('Content-Length', copy.bytes);
      response.setHeader('Content-Disposition', 'attachment; filename="footbridge-backup.db"');
      await piped(createReadStream(copy.file), response);
      deps.log.info({ bytes: copy.bytes }, 'a backup was handed out');
    } finally {
      await copy.remove();
    }
  };
}
