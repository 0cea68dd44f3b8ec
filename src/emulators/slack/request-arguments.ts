import type { IncomingMessage } from 'node:http';
import { isObject, parseBoundedJson } from '../bounded-json.ts';
import { formEntries, readBody } from '../request-body.ts';
import { ApiRefusal } from './refusal.ts';

/** Larger requests are refused; far above any message. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;

/** Reads the arguments of a call from its query and its JSON or form body; the body wins. */
export async function readArguments(request: IncomingMessage, url: URL): Promise<Map<string, unknown>> {
  const values = new Map<string, unknown>(url.searchParams);
  const contentType = request.headers['content-type'] ?? '';
  const body = await readBody(request, MAX_BODY_BYTES);
  if (!body) throw new ApiRefusal('request_too_large');
  if (body.length === 0) return values;
  const isJson = /^application\/json/i.test(contentType);
  if (!isJson && !/^(application\/x-www-form-urlencoded|multipart\/form-data)/i.test(contentType)) {
    throw new ApiRefusal('invalid_post_type');
  }
  for (const [name, value] of isJson ? jsonEntries(body) : await formEntries(body, contentType)) {
    values.set(name, value);
  }
  return values;
}

function jsonEntries(body: Buffer): [string, unknown][] {
  let value: unknown;
  try {
    value = parseBoundedJson(body.toString('utf8'));
  } catch {
    throw new ApiRefusal('invalid_json');
  }
  if (!isObject(value)) throw new ApiRefusal('json_not_object');
  return Object.entries(value);
}
