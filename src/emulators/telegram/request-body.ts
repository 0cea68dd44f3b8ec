import type { IncomingMessage } from 'node:http';
import { isObject, parseBoundedJson } from '../bounded-json.ts';
import { formEntries, readBody } from '../request-body.ts';
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
  if (!body) throw new ApiRefusal(413, 'Request Entity Too Large');
  if (body.length === 0) return values;
  // Telegram ignores a body of a type that it does not know.
  const entries = /^application\/json/i.test(contentType) ? jsonEntries(body) : await formEntries(body, contentType);
  for (const [name, value] of entries) values.set(name, value);
  return values;
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
