import { imageSize } from '../image-size.ts';
import type { Document, Message } from './wire.ts';

/** What a message can carry beside its words, under the name of its field. */
export const MEDIA_KINDS = ['photo', 'voice', 'audio', 'video', 'document'] as const;

export type MediaKind = (typeof MEDIA_KINDS)[number];

export interface NewFile {
  name: string;
  mime: string;
  bytes: Uint8Array;
}

/** The field of a message that carries a kept file. The emulator looks into pictures only: nothing else has a size or a duration. */
export function mediaField(kind: MediaKind, file: Document, bytes: Uint8Array): Partial<Message> {
  const { file_name: _, mime_type: _type, ...handle } = file;
  const { file_name: _name, ...typed } = file;
  switch (kind) {
    case 'photo':
      return { photo: [{ ...handle, ...(imageSize(bytes) ?? { width: 0, height: 0 }) }] };
    case 'voice':
      return { voice: { ...typed, duration: 0 } };
    case 'audio':
      return { audio: { ...file, duration: 0 } };
    case 'video':
      return { video: { ...file, width: 0, height: 0, duration: 0 } };
    case 'document':
      return { document: file };
    default:
      return kind satisfies never;
  }
}
