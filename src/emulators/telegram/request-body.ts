import type { IncomingMessage } from 'node:http';
import { isObject, parseBoundedJson } from './bounded-json.ts';
import { ApiRefusal, badRequest } from './refusal.ts';

/** Larger requests are refused. The emulator takes no uploads, so this is far above any message. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;

/** Reads the arguments of a call from its query and its JSON, form or multipart body; the body wins. */
export async function readArguments(request: IncomingMessage, url: URL): Promise<Map<string, unknown>> {
  const values = new Map<string, unknown>(url.searchParams);
  const body = await readBody(request);
  if (body.length === 0) return values;
  const contentType = request.headers['content-type'] ?? '';
  const entries = /^application\/json/i.test(contentType) ? jsonEntries(body) : await formEntries(body, contentType);
  for (const [name, value] of entries) values.set(name, value);
  return values;
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of request) {
    sizeBytes += chunk.length;
    if (sizeBytes <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  if (sizeBytes > MAX_BODY_BYTES) throw new ApiRefusal(413, 'Request Entity Too Large');
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
  try {
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData();
    return [...form].filter(([, value]) => typeof value === 'string');
  } catch {
    // Telegram ignores a body of a type that it does not know.
    return [];
  }
}
