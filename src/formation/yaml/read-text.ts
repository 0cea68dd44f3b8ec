import { readFile, stat } from 'node:fs/promises';
import { FileFindings } from '../file-findings.ts';
import { type Finding, wholeFileError } from '../finding.ts';

/** 1 MB. No hand-written file comes near; a larger one is something else. */
const MAX_BYTES = 1_048_576;

/** The text of a file without a byte order mark, or why it cannot be read. */
export async function readText(file: string): Promise<string | Finding[]> {
  try {
    // Asked before opening: opening a pipe would wait for ever.
    const about = await stat(file);
    if (!about.isFile()) return [wholeFileError(file, 'This is not a file.')];
    if (about.size > MAX_BYTES) {
      return [wholeFileError(file, `The file has ${about.size} bytes, the limit is ${MAX_BYTES}.`)];
    }
    return decode(file, await readFile(file));
  } catch (error) {
    return [wholeFileError(file, `The file cannot be read (${errnoOf(error)}).`)];
  }
}

/** `ENOENT` and the like. */
export function errnoOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
}

function decode(file: string, bytes: Uint8Array): string | Finding[] {
  if (isUtf8(bytes)) return new TextDecoder().decode(bytes);
  const valid = new TextDecoder().decode(bytes.subarray(0, validBytes(bytes)));
  const findings = new FileFindings(file, valid);
  findings.error(valid.length, 'This is not UTF-8. Save the file as UTF-8.');
  return findings.all();
}

function isUtf8(bytes: Uint8Array, options: { mayEndInside: boolean } = { mayEndInside: false }): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: options.mayEndInside });
    return true;
  } catch {
    return false;
  }
}

/** How many bytes come before the first bad one. */
function validBytes(bytes: Uint8Array): number {
  let low = 0;
  let high = bytes.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (isUtf8(bytes.subarray(0, middle), { mayEndInside: true })) low = middle;
    else high = middle - 1;
  }
  // The last character may have begun before the bad byte.
  while (low > 0 && !isUtf8(bytes.subarray(0, low))) low -= 1;
  return low;
}
