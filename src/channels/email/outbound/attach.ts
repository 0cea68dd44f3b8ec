import { reasonOf } from '../../../protocol/errors.ts';
import { mimeType, type OpenUrl, safeFileName } from '../../../protocol/file.ts';
import type { Log } from '../../../protocol/log.ts';
import type { Note } from '../../../protocol/notes.ts';
import { MAX_ATTACHMENT_BYTES } from '../limits.ts';
import type { MailPayload } from './payload.ts';

export interface AttachDeps {
  openUrl: OpenUrl;
  log: Log;
}

export interface Attachment {
  filename: string;
  contentType: string;
  content: Buffer;
}

export const NAMED: Note = {
  code: 'file_as_text',
  message: 'A file could not be attached. The mail names it instead.',
};

/** A file as an attachment; where its bytes cannot be had, or are too many, a text that names it and links to it. */
export async function attach(
  { name, mime, data, url }: NonNullable<MailPayload['file']>,
  { openUrl, log }: AttachDeps,
): Promise<Attachment | { text: string }> {
  const filename = safeFileName(name) || 'file';
  try {
    const content = data === undefined ? await download(url ?? '', openUrl) : Buffer.from(data, 'base64');
    if (content.length <= MAX_ATTACHMENT_BYTES) return { filename, contentType: mimeType(mime), content };
    log.info({ bytes: content.length }, 'a file is too large for a mail');
  } catch (error) {
    log.info({ reason: reasonOf(error) }, 'a file could not be attached to a mail');
  }
  return { text: url === undefined ? filename : `${filename}: ${url}` };
}

async function download(url: string, openUrl: OpenUrl): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  const { body } = await openUrl(url, { maxBytes: MAX_ATTACHMENT_BYTES });
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}
