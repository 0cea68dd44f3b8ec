import { randomUUID } from 'node:crypto';
import { dropOldest } from '../drop-oldest.ts';
import { imageSize } from '../image-size.ts';
import type { Ids } from './ids.ts';
import { ApiRefusal } from './refusal.ts';
import type { SlackFile } from './wire.ts';
import type { Workspace } from './world.ts';

const MAX_FILES = 32;
const MAX_FILES_BYTES = 64 * 1024 * 1024;
const MAX_OPEN_UPLOADS = 100;

export interface NewFile {
  name: string;
  mime: string;
  bytes: Uint8Array;
}

interface Stored {
  file: SlackFile;
  bytes: Uint8Array;
  workspace: Workspace;
}

interface OpenUpload {
  id: string;
  name: string;
  lengthBytes: number;
  workspace: Workspace;
  sent?: NewFile;
}

/** Files that people and the app have shared; the oldest go when there are more than 32, or more than 64 MB of them. */
export class FileStore {
  readonly #ids: Ids;
  readonly #rootUrl: () => string;
  readonly #files = new Map<string, Stored>();
  readonly #uploads = new Map<string, OpenUpload>();

  constructor(ids: Ids, rootUrl: () => string) {
    this.#ids = ids;
    this.#rootUrl = rootUrl;
  }

  add(workspace: Workspace, userId: string, { name, mime, bytes }: NewFile, known: Partial<SlackFile> = {}): SlackFile {
    const id = known.id ?? this.#ids.next('F');
    const path = `${this.#rootUrl()}/files-pri/${workspace.team.id}-${id}`;
    const size = /^image\//.test(mime) ? imageSize(bytes) : undefined;
    const file: SlackFile = {
      id,
      created: this.#ids.nowSec(),
      timestamp: this.#ids.nowSec(),
      name,
      title: name,
      mimetype: mime,
      filetype: /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? 'binary',
      user: userId,
      user_team: workspace.team.id,
      size: bytes.byteLength,
      mode: 'hosted',
      is_external: false,
      is_public: true,
      file_access: 'visible',
      url_private: `${path}/${encodeURIComponent(name)}`,
      url_private_download: `${path}/download/${encodeURIComponent(name)}`,
      ...(size ? { original_w: size.width, original_h: size.height } : {}),
      ...known,
    };
    this.#files.set(id, { file, bytes, workspace });
    dropOldest(this.#files, MAX_FILES);
    let keptBytes = 0;
    for (const [kept, { bytes: content }] of [...this.#files].reverse()) {
      keptBytes += content.byteLength;
      if (keptBytes > MAX_FILES_BYTES && kept !== id) this.#files.delete(kept);
    }
    return file;
  }

  /** A file and its bytes, where it belongs to the workspace. */
  find(workspace: Workspace, id: string): Omit<Stored, 'workspace'> | undefined {
    const stored = this.#files.get(id);
    return stored?.workspace === workspace ? stored : undefined;
  }

  remove(id: string): void {
    this.#files.delete(id);
  }

  /** First step of an upload: where its bytes go. */
  openUpload(workspace: Workspace, name: string, lengthBytes: number): { upload_url: string; file_id: string } {
    const ticket = randomUUID();
    const id = this.#ids.next('F');
    this.#uploads.set(ticket, { id, name, lengthBytes, workspace });
    dropOldest(this.#uploads, MAX_OPEN_UPLOADS);
    return { upload_url: `${this.#rootUrl()}/upload/v1/${ticket}`, file_id: id };
  }

  /** Second step: its bytes. False when nothing was announced under the ticket. */
  receive(ticket: string, mime: string, bytes: Uint8Array): boolean {
    const upload = this.#uploads.get(ticket);
    if (!upload) return false;
    upload.sent = { name: upload.name, mime, bytes };
    return true;
  }

  /** Last step: the file is there. Throws the refusal of one whose bytes never came, or not all of them. */
  completeUpload(workspace: Workspace, id: string, title: string | undefined): SlackFile {
    const entry = [...this.#uploads].find(([, upload]) => upload.id === id && upload.workspace === workspace);
    if (!entry) throw new ApiRefusal('file_not_found');
    const [ticket, { sent, lengthBytes }] = entry;
    if (!sent || sent.bytes.byteLength !== lengthBytes) throw new ApiRefusal('file_upload_size_mismatch');
    this.#uploads.delete(ticket);
    return this.add(workspace, workspace.bot.id, sent, { id, ...(title === undefined ? {} : { title }) });
  }
}
