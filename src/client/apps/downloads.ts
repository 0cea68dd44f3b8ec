import { safeFileName } from '../../protocol/file.ts';
import { linkUrl } from '../../protocol/link-url.ts';
import type { Ask } from './dialogs.ts';
import { element } from './elements.ts';
import { Refusal } from './refusal.ts';
import type { Words } from './words.ts';

/** What an app wants to be saved, as MCP names it: with its bytes in it, or a link that the browser follows. */
type Content =
  | { type: 'resource'; resource: { uri: string; text: string } | { uri: string; blob: string } }
  | { type: 'resource_link'; uri: string };

/** Files that are saved at one word of a person. */
const MAX_FILES = 10;

interface Download {
  name: string;
  href: string;
  isOurs: boolean;
}

/** Saves files for an app, once the person said yes. What is linked is fetched by the browser, never by the service. */
export async function downloadFiles(
  contents: readonly Content[],
  { ask, words, signal }: { ask: Ask; words: Words; signal: AbortSignal },
): Promise<void> {
  if (contents.length > MAX_FILES) throw new Refusal(words.tooManyFiles(MAX_FILES));
  const downloads = contents.flatMap((content) => downloadOf(content) ?? []);
  if (downloads.length === 0) throw new Refusal(words.saveInvalid);
  try {
    const detail = downloads.map(({ name, href, isOurs }) => (isOurs ? name : `${name}: ${href}`)).join('\n');
    const choices = [{ value: 'yes', label: words.save }];
    const answer = await ask({ title: words.maySave, detail, choices, no: words.cancel }, signal);
    if (answer === undefined) throw new Refusal(words.saveDenied);
    for (const download of downloads) save(download);
  } finally {
    const ours = downloads.filter(({ isOurs }) => isOurs);
    // Not before the browser has begun to read them.
    setTimeout(() => {
      for (const { href } of ours) URL.revokeObjectURL(href);
    }, 60_000);
  }
}

/** Saves text or bytes under a name, as a file that nothing opens by itself. */
export function saveBytes(bytes: BlobPart, uri: string): void {
  const href = URL.createObjectURL(new Blob([bytes], { type: 'application/octet-stream' }));
  save({ name: nameIn(uri), href, isOurs: true });
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

/** Base64 as bytes. Throws for what is none. */
export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64.replace(/\s+/g, '')), (character) => character.charCodeAt(0));
}

function downloadOf(content: Content): Download | undefined {
  if (content.type === 'resource_link') {
    const checked = linkUrl(content.uri);
    return 'url' in checked ? { name: nameIn(content.uri), href: checked.url, isOurs: false } : undefined;
  }
  const { resource } = content;
  try {
    const bytes = 'text' in resource ? resource.text : bytesOf(resource.blob);
    const blob = new Blob([bytes], { type: 'application/octet-stream' });
    return { name: nameIn(resource.uri), href: URL.createObjectURL(blob), isOurs: true };
  } catch {
    return undefined;
  }
}

/** The last part of a path, and nothing that leads elsewhere. */
function nameIn(uri: string): string {
  const path = uri.replace(/[?#].*$/s, '');
  return safeFileName(decoded(path.slice(path.lastIndexOf('/') + 1))) || 'file';
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function save({ name, href, isOurs }: Download): void {
  const elsewhere = isOurs ? {} : { target: '_blank', rel: 'noopener noreferrer' };
  const link = element('a', { href, download: name, ...elsewhere });
  document.body.append(link);
  link.click();
  link.remove();
}
