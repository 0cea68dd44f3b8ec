import { Readable } from 'node:stream';
import { pipeline as pipe } from 'node:stream/promises';
import type { RequestHandler } from 'express';
import type { Pipeline } from '../../pipeline/pipeline.ts';
import { BridgeError } from '../../protocol/errors.ts';
import { safeFileName } from '../../protocol/file.ts';
import type { FileLinks } from '../file-links.ts';

/**
 * Gives the bytes of a file that came in, fetched from its platform while they are read. The link is the right to it,
 * so there is no other key. It is given as a download that no browser runs, whatever a stranger put into it.
 */
export function filesRoute({
  links,
  pipeline,
}: {
  links: FileLinks;
  pipeline: Pipeline;
}): RequestHandler<{ token: string }> {
  return async (request, response) => {
    const file = links.read(request.params.token);
    if (!file) throw new BridgeError('not_found', 'There is no such file. Take its URL from the turn it came with.');
    if (file === 'expired') {
      throw new BridgeError('link_expired', 'The link to this file is older than 24 hours. Ask for the file again.');
    }
    const connection = pipeline.channels.get(file.channel)?.connection;
    if (!connection?.openFile) {
      throw new BridgeError('channel_off', `The channel '${file.channel}' gives no files: it is not connected.`);
    }
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const { body, sizeBytes } = await connection.openFile(file.ref, gone.signal);
    response.attachment(safeFileName(file.name) || 'file');
    response.set({
      'Content-Type': file.mime,
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'private, no-store',
      ...(sizeBytes !== undefined && { 'Content-Length': String(sizeBytes) }),
    });
    try {
      await pipe(Readable.from(body), response);
    } catch (error) {
      // Who asked has gone away; nobody is left to be told.
      if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
    }
  };
}
