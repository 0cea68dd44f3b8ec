import { plainLine } from '../../protocol/plain-text.ts';
import type { InboundFile } from '../../protocol/turn.ts';
import { integerIn, type Loose, listIn, objectIn, textIn } from './loose.ts';

const MAX_FILE_NAME_CHARS = 200;

/** Kinds of one file each, with the name and type that the platform leaves out. An animation also comes as `document`. */
const KINDS = [
  { key: 'document', name: 'file', mime: 'application/octet-stream' },
  { key: 'voice', name: 'voice.ogg', mime: 'audio/ogg' },
  { key: 'audio', name: 'audio.mp3', mime: 'audio/mpeg' },
  { key: 'video', name: 'video.mp4', mime: 'video/mp4' },
  { key: 'video_note', name: 'video.mp4', mime: 'video/mp4' },
] as const;

/** The files of a message, by handle. Downloads end at 20 MB: Telegram Bot API, getFile, read 2026-11. */
export function filesOf(message: Loose): InboundFile[] {
  const files = KINDS.map(({ key, name, mime }) => fileIn(message[key], name, mime));
  return [fileIn(largestPhoto(message), 'photo.jpg', 'image/jpeg'), ...files].filter((file) => file !== undefined);
}

function largestPhoto(message: Loose): Loose | undefined {
  const sizes = listIn(message.photo)
    .map(objectIn)
    .filter((size) => size !== undefined);
  const areaOf = (size: Loose) => (integerIn(size.width) ?? 0) * (integerIn(size.height) ?? 0);
  return sizes.reduce<Loose | undefined>(
    (largest, size) => (largest && areaOf(largest) > areaOf(size) ? largest : size),
    undefined,
  );
}

function fileIn(value: unknown, defaultName: string, defaultMime: string): InboundFile | undefined {
  const file = objectIn(value);
  const ref = textIn(file?.file_id);
  if (!file || !ref) return undefined;
  const sizeBytes = integerIn(file.file_size);
  const mime = textIn(file.mime_type);
  return {
    name: safeFileName(textIn(file.file_name) ?? '') || defaultName,
    mime: mime && /^[\w.+-]{1,100}\/[\w.+-]{1,100}$/.test(mime) ? mime : defaultMime,
    ref,
    ...(sizeBytes !== undefined && sizeBytes >= 0 && { sizeBytes }),
  };
}

/** The last path segment, without characters that hide the real ending. */
function safeFileName(name: string): string {
  const segment = plainLine(name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1));
  const kept = segment.length > MAX_FILE_NAME_CHARS ? segment.slice(-MAX_FILE_NAME_CHARS) : segment;
  return /^\.*$/.test(kept) ? '' : (textIn(kept) as string);
}
