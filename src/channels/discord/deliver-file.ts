import { reasonOf } from '../../protocol/errors.ts';
import type { OpenUrl, OutboundFile } from '../../protocol/file.ts';
import type { Note } from '../../protocol/notes.ts';
import { MAX_CONTENT_UNITS, MAX_UPLOAD_BYTES } from './limits.ts';
import type { Outgoing } from './message-call.ts';

export const FILE_NAMED: Note = {
  code: 'file_as_text',
  message: 'A file could not be sent. A message names it instead.',
};

/** The message that brings a file; or why its bytes cannot be had, or are too many for Discord. */
export async function bring(file: OutboundFile, openUrl: OpenUrl): Promise<Outgoing | { reason: string }> {
  try {
    const data = await bytesOf(file, openUrl);
    if (data.length > MAX_UPLOAD_BYTES) return { reason: `it has more than ${MAX_UPLOAD_BYTES} bytes` };
    return { body: {}, files: [{ name: file.name, data, contentType: file.mime }] };
  } catch (error) {
    return { reason: reasonOf(error) };
  }
}

/** The message that names a file which cannot be sent. */
export function named({ name, url }: OutboundFile): Outgoing {
  const content = url === undefined ? name : `${name}: ${url}`;
  return { body: { content: content.length <= MAX_CONTENT_UNITS ? content : name } };
}

async function bytesOf({ data, url }: OutboundFile, openUrl: OpenUrl): Promise<Buffer> {
  if (data !== undefined) return Buffer.from(data, 'base64');
  const chunks: Uint8Array[] = [];
  for await (const chunk of (await openUrl(url ?? '', { maxBytes: MAX_UPLOAD_BYTES })).body) chunks.push(chunk);
  return Buffer.concat(chunks);
}
