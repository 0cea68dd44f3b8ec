import { mimeType, safeFileName } from '../../protocol/file.ts';
import type { InboundFile } from '../../protocol/turn.ts';
import { integerIn, type Loose, listIn, objectIn, textIn } from './loose.ts';

/** Kinds of one file each, with the name and type that the platform leaves out. An animation also comes as `document`. */
const KINDS = [
  { key: 'document', name: 'file', mime: 'application/octet-stream' },
  { key: 'voice', name: 'voice.ogg', mime: 'audio/ogg' },
  { key: 'audio', name: 'audio.mp3', mime: 'audio/mpeg' },
  { key: 'video', name: 'video.mp4', mime: 'video/mp4' },
  { key: 'video_note', name: 'video.mp4', mime: 'video/mp4' },
] as const;

/** The files of a message, by handle. */
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
  return {
    name: safeFileName(textIn(file.file_name) ?? '') || defaultName,
    mime: mimeType(textIn(file.mime_type), defaultMime),
    ref,
    ...(sizeBytes !== undefined && sizeBytes >= 0 && { sizeBytes }),
  };
}
