import { plainLine } from './plain-text.ts';

/** A file on its way to a person, checked: its name is safe in a header and on a disk, and there is `data`, `url` or both. */
export interface OutboundFile {
  name: string;
  /** `type/subtype`, without parameters. */
  mime: string;
  /** Base64, valid, not empty. Goes before `url`. */
  data?: string;
  /** http or https, fit to be shown to a person. What it answers is unknown. */
  url?: string;
}

/** A file's bytes as they come. The reader ends the download by leaving its loop. */
export interface OpenedFile {
  /** Throws `download_failed` or `download_too_large` in the middle when the rest cannot be had. */
  body: AsyncIterable<Uint8Array>;
  /** Bytes, as the server told it; absent = not known. */
  sizeBytes?: number;
}

/**
 * Opens a URL that came from outside. Throws `url_refused` for one that may not be opened, `download_too_large` for more
 * than `maxBytes`, `download_failed` for everything else, too slow included. No error repeats the URL.
 */
export type OpenUrl = (url: string, options: { maxBytes: number; signal?: AbortSignal }) => Promise<OpenedFile>;

const MAX_NAME_CHARS = 200;
const UNKNOWN_MIME = 'application/octet-stream';

/** Names of devices on Windows, with any ending: "Naming Files, Paths, and Namespaces", Microsoft Learn, read 2026-11. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;

/**
 * The last path segment, without characters that hide the real ending, and none that names a device. Empty when nothing
 * is left.
 */
export function safeFileName(name: string): string {
  const segment = plainLine(name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1));
  const kept = segment.length > MAX_NAME_CHARS ? segment.slice(-MAX_NAME_CHARS) : segment;
  // Windows leaves dots and spaces at the end out, and so finds another file.
  const named = kept.replace(/\p{Surrogate}/gu, '\uFFFD').slice(0, endOf(kept));
  return DEVICE.test(named) ? `_${named.slice(0, MAX_NAME_CHARS - 1)}` : named;
}

function endOf(name: string): number {
  let end = name.length;
  while (end > 0 && '. '.includes(name.charAt(end - 1))) end -= 1;
  return end;
}

/** `type/subtype` in lower case, without parameters; the fallback for what is no media type. */
export function mimeType(mime: string | undefined, fallback: string = UNKNOWN_MIME): string {
  const type = mime?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return /^[\w.+-]{1,100}\/[\w.+-]{1,100}$/.test(type) ? type : fallback;
}
