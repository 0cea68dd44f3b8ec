import type { OutboundFile } from '../../protocol/file.ts';

/** The one delivery of a file: `{to, subject, text, file: {name, mime, data?, url?}}`. It answers in the same thread. */
export function printFile(file: OutboundFile, { address, subject }: Readonly<Record<string, unknown>>): object {
  return { to: address, subject: typeof subject === 'string' ? subject : file.name, text: file.name, file };
}
