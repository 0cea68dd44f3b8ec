import type { IncomingMessage } from 'node:http';
import { isObject, parseBoundedJson } from './bounded-json.ts';
import { multipartEntries } from './multipart.ts';
import { ApiRefusal, badRequest } from './refusal.ts';

/** Larger requests are refused; far above any message. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;
/** With a file: 50 MB (Telegram Bot API, sendDocument, read 2026-11) and some room for the rest. */
const MAX_UPLOAD_BYTES = 50 * 1000 * 1000 + 64 * 1024;

/** Reads the arguments of a call from its query and its JSON, form or multipart body; the body wins. */
export async function readArguments(request: IncomingMessage, url: URL): Promise<Map<string, unknown>> {
  const values = new Map<string, unknown>(url.searchParams);
  const contentType = request.headers['content-type'] ?? '';
  const body = await readBody(request, /^multipart\//i.test(contentType) ? MAX_UPLOAD_BYTES : MAX_BODY_BYTES);
  if (body.length === 0) return values;
  const entries = /^application\/json/i.test(contentType) ? jsonEntries(body) : await formEntries(body, contentType);
  for (const [name, value] of entries) values.set(name, value);
  return values;
}

async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of request) {
    sizeBytes += chunk.length;
    if (sizeBytes <= maxBytes) chunks.push(chunk);
  }
  if (sizeBytes > maxBytes) throw new ApiRefusal(413, 'Request Entity Too Large');
  return Buffer.concat(chunks);
}

function jsonEntries(body: Buffer): [string, unknown][] {
  let value: unknown;
  try {
    value = parseBoundedJson(body.toString('utf8'));
  } catch {
    throw badRequest("can't parse JSON object");
  }
  if (!isObject(value)) throw badRequest('object expected');
  return Object.entries(value);
}

async function formEntries(body: Buffer, contentType: string): Promise<[string, unknown][]> {
  const boundary = /^multipart\/form-data;.*\bboundary="?([^";]+)/i.exec(contentType)?.[1];
  if (boundary !== undefined) return multipartEntries(body, boundary);
  try {
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData();
    return [...form];
  } catch {
    // Telegram ignores a body of a type that it does not know.
    return [];
  }
}
