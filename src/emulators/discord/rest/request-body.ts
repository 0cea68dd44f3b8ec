import type { IncomingMessage } from 'node:http';
import { isObject, parseBoundedJson } from '../../bounded-json.ts';
import { formEntries, readBody } from '../../request-body.ts';
import { Upload } from '../../upload.ts';
import type { Body } from '../content.ts';
import { refusal } from '../refusal.ts';

/** "25 MiB", docs.discord.com/developers/reference#uploading-files, read 2026-11. */
const MAX_REQUEST_BYTES = 25 * 1024 * 1024;

/** JSON, or a form with JSON under `payload_json` and files under `files[n]`. Throws the refusal of what is neither. */
export async function readRequestBody(request: IncomingMessage): Promise<Body> {
  const contentType = request.headers['content-type'] ?? '';
  const bytes = await readBody(request, MAX_REQUEST_BYTES);
  if (!bytes) throw refusal('tooLarge');
  if (bytes.length === 0) return { json: {}, files: new Map() };
  if (!/^multipart\/form-data/i.test(contentType)) return { json: parsed(bytes.toString('utf8')), files: new Map() };
  const entries = await formEntries(bytes, contentType);
  const files = new Map<string, Upload>();
  let json: Body['json'] = {};
  for (const [name, value] of entries) {
    const number = /^files\[(\d+)\]$/.exec(name)?.[1];
    if (value instanceof Upload) files.set(number ?? String(files.size), value);
    else if (name === 'payload_json') json = parsed(String(value));
    else json = { ...json, [name]: value };
  }
  return { json, files };
}

function parsed(text: string): Body['json'] {
  try {
    const value = parseBoundedJson(text);
    // Lists are bodies of their own where commands are replaced.
    if (isObject(value) || Array.isArray(value)) return value as Body['json'];
  } catch {
    // As for any other text that is no JSON object.
  }
  throw refusal('invalidJson');
}
