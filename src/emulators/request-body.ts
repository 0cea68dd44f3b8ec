import type { IncomingMessage } from 'node:http';
import { multipartEntries } from './multipart.ts';

/** The whole body; nothing when it has more than `maxBytes`, after all of it was read, so that an answer arrives. */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of request) {
    sizeBytes += chunk.length;
    if (sizeBytes <= maxBytes) chunks.push(chunk);
  }
  return sizeBytes > maxBytes ? undefined : Buffer.concat(chunks);
}

/** The entries of a form, multipart (files as `Upload`) or URL-encoded; none when the body is of another type. */
export async function formEntries(body: Buffer, contentType: string): Promise<[string, unknown][]> {
  const boundary = /^multipart\/form-data;.*\bboundary="?([^";]+)/i.exec(contentType)?.[1];
  if (boundary !== undefined) return multipartEntries(body, boundary);
  try {
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData();
    return [...form];
  } catch {
    return [];
  }
}
