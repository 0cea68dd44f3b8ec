import { dropOldest } from '../drop-oldest.ts';
import { imageSize } from '../image-size.ts';
import type { Snowflakes } from './snowflakes.ts';
import type { Attachment } from './wire.ts';

const MAX_FILES = 500;

/** A file that a person or the app sends. */
export interface NewFile {
  name: string;
  mime: string;
  bytes: Uint8Array;
  description?: string;
}

/** The bytes behind attachments; the oldest go when there are more than 500. */
export class FileStore {
  readonly #ids: Snowflakes;
  readonly #rootUrl: () => string;
  readonly #files = new Map<string, { attachment: Attachment; bytes: Uint8Array }>();

  constructor(ids: Snowflakes, rootUrl: () => string) {
    this.#ids = ids;
    this.#rootUrl = rootUrl;
  }

  add(channelId: string, file: NewFile): Attachment {
    const id = this.#ids.next();
    const filename = file.name.replace(/[^\w.-]+/g, '_') || 'unknown';
    const url = `${this.#rootUrl()}/attachments/${channelId}/${id}/${filename}`;
    const attachment: Attachment = {
      id,
      filename,
      size: file.bytes.length,
      url,
      proxy_url: url,
      content_type: file.mime,
      ...(file.description === undefined ? {} : { description: file.description }),
      ...imageSize(file.bytes),
    };
    this.#files.set(id, { attachment, bytes: file.bytes });
    dropOldest(this.#files, MAX_FILES);
    return attachment;
  }

  find(id: string): { attachment: Attachment; bytes: Uint8Array } | undefined {
    return this.#files.get(id);
  }
}
