import type { Attachment } from 'mailparser';
import { mimeType, safeFileName } from '../../../../protocol/file.ts';
import type { MailFile } from './mail.ts';

/** Most files of one mail that an agent is told of. Our choice: mail readers let people attach about as many. */
export const MAX_FILES = 50;

const ENDING: Readonly<Record<string, string>> = {
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/gif': '.gif',
  'image/webp': '.webp',
  'message/rfc822': '.eml',
  'text/calendar': '.ics',
  'application/pdf': '.pdf',
};

/** The files of a mail in their order, pictures within its text included. Name and type are the sender's word. */
export function filesOf(attachments: readonly Attachment[]): MailFile[] {
  return attachments.slice(0, MAX_FILES).map(({ filename, contentType, content }) => {
    const mime = mimeType(contentType);
    const kind = mime.startsWith('image/') ? 'image' : mime === 'message/rfc822' ? 'mail' : 'file';
    return { name: safeFileName(filename ?? '') || `${kind}${ENDING[mime] ?? ''}`, mime, sizeBytes: content.length };
  });
}
