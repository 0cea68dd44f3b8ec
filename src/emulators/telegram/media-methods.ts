import { imageSize } from '../image-size.ts';
import { Upload } from '../upload.ts';
import type { Backstage, Method } from './backstage.ts';
import { MEDIA_KINDS, type MediaKind, mediaField, type NewFile } from './media.ts';
import { readCaption } from './message-text.ts';
import type { Parameters } from './parameters.ts';
import { post } from './post.ts';
import { badRequest } from './refusal.ts';
import type { Message } from './wire.ts';
import type { World } from './world.ts';

/** 10 MB, 10000 for both sides together, 20 to 1. Telegram Bot API, sendPhoto, read 2026-11. */
const MAX_PHOTO_BYTES = 10 * 1024 * 1024;
const MAX_PHOTO_SIDES = 10_000;
const MAX_PHOTO_RATIO = 20;

/** What Telegram downloads by itself: 5 MB for photos, 20 MB for the rest. Telegram Bot API, Sending files, read 2026-11. */
const MAX_URL_PHOTO_BYTES = 5 * 1024 * 1024;
const MAX_URL_BYTES = 20 * 1024 * 1024;

/** `sendPhoto`, `sendDocument` and the like: one file, uploaded, by URL, or by the `file_id` of one that is known. */
export function mediaMethods(backstage: Backstage): Record<string, Method> {
  async function send(kind: MediaKind, parameters: Parameters, signal: AbortSignal): Promise<Message> {
    const file = await readFile(kind, parameters, backstage.world, signal);
    if (kind === 'photo') assertPhoto(file.bytes);
    const caption = readCaption(parameters);
    const kept = backstage.world.addFile(file.name, file.mime, file.bytes);
    return post(backstage, parameters, { ...mediaField(kind, kept, file.bytes), ...caption });
  }
  return Object.fromEntries(
    MEDIA_KINDS.map((kind) => [
      `send${kind.charAt(0).toUpperCase()}${kind.slice(1)}`,
      (parameters: Parameters, signal: AbortSignal) => send(kind, parameters, signal),
    ]),
  );
}

async function readFile(kind: MediaKind, parameters: Parameters, world: World, signal: AbortSignal): Promise<NewFile> {
  const given = parameters.file(kind);
  if (given === undefined || given === '') throw badRequest(`there is no ${kind} in the request`);
  if (given instanceof Upload) {
    if (given.bytes.byteLength === 0) throw badRequest('file must be non-empty');
    return given;
  }
  if (/^https?:\/\//i.test(given))
    return download(given, kind === 'photo' ? MAX_URL_PHOTO_BYTES : MAX_URL_BYTES, signal);
  const known = world.file(given);
  if (!known) throw badRequest('wrong remote file identifier specified: Wrong character in the string');
  const { file_name: name = 'file', mime_type: mime = 'application/octet-stream' } = known.document;
  return { name, mime, bytes: known.bytes };
}

async function download(url: string, maxBytes: number, signal: AbortSignal): Promise<NewFile> {
  const unreadable = badRequest('failed to get HTTP URL content');
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  try {
    const response = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(20_000)]) });
    if (!response.ok || !response.body) throw unreadable;
    for await (const chunk of response.body) {
      sizeBytes += chunk.byteLength;
      if (sizeBytes > maxBytes) throw unreadable;
      chunks.push(chunk);
    }
    const mime = response.headers.get('content-type')?.split(';', 1)[0] ?? 'application/octet-stream';
    return { name: new URL(url).pathname.split('/').at(-1) || 'file', mime, bytes: Buffer.concat(chunks) };
  } catch {
    throw unreadable;
  }
}

function assertPhoto(bytes: Uint8Array): void {
  if (bytes.byteLength > MAX_PHOTO_BYTES) {
    throw badRequest(
      `file of size ${bytes.byteLength} bytes is too big for a photo; the maximum size is ${MAX_PHOTO_BYTES} bytes`,
    );
  }
  const size = imageSize(bytes);
  if (!size) throw badRequest('IMAGE_PROCESS_FAILED');
  const [short, long] = [Math.min(size.width, size.height), Math.max(size.width, size.height)];
  if (short < 1 || short + long > MAX_PHOTO_SIDES || long > short * MAX_PHOTO_RATIO) {
    throw badRequest('PHOTO_INVALID_DIMENSIONS');
  }
}
