import type { OutboundFile } from '../../protocol/file.ts';

/** A file on its way, and where it goes. */
export interface FilePayload {
  channel: string;
  thread_ts?: string;
  file: OutboundFile;
}

/** The one delivery of a file: `{channel, thread_ts?, file: {name, mime, data?, url?}}`. */
export function printFile(file: OutboundFile, { channel, thread_ts }: Readonly<Record<string, unknown>>): object {
  return { channel, ...(thread_ts !== undefined && { thread_ts }), file };
}

/** Reads a payload that `printFile` made. Nothing for any other. */
export function filePayloadIn(body: Readonly<Record<string, unknown>>): FilePayload | undefined {
  const { channel, thread_ts, file } = body;
  if (typeof channel !== 'string' || typeof file !== 'object' || file === null) return undefined;
  const { name, mime, data, url }: Partial<Record<keyof OutboundFile, unknown>> = file;
  if (typeof name !== 'string' || typeof mime !== 'string') return undefined;
  // A wrong one would be tried until it expires, and hold up its chat until then.
  const contents = [data, url].filter((content) => content !== undefined);
  if (contents.length === 0 || contents.some((content) => typeof content !== 'string')) return undefined;
  return { channel, ...(typeof thread_ts === 'string' && { thread_ts }), file: file as OutboundFile };
}
