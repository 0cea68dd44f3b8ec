import type { Person } from './wire.ts';

/** Base64 lines. RFC 2045, section 6.8. */
const BASE64_LINE = /.{1,76}/g;

export interface Part {
  /** With its parameters, e.g. `text/plain; charset=UTF-8`. */
  type: string;
  content: string | Uint8Array;
  /** Makes it an attachment. */
  name?: string;
}

/** A mail of these headers, in order, and these parts: one, or several of a `multipart/<kind>`. */
export function mimeMail(
  headers: readonly (readonly [string, string])[],
  parts: readonly Part[],
  kind = 'alternative',
): Buffer {
  const head = headers.map(([name, value]) => `${name}: ${value}`);
  const [only] = parts;
  if (only && parts.length === 1 && kind === 'alternative')
    return bufferOf([...head, 'MIME-Version: 1.0', ...partOf(only)]);
  const boundary = `=_emulated_${parts.length}_${head.join('').length}`;
  return bufferOf([
    ...head,
    'MIME-Version: 1.0',
    `Content-Type: multipart/${kind}; boundary="${boundary}"`,
    '',
    ...parts.flatMap((part) => [`--${boundary}`, ...partOf(part)]),
    `--${boundary}--`,
    '',
  ]);
}

function partOf({ type, content, name }: Part): string[] {
  const encoded = Buffer.from(content).toString('base64').match(BASE64_LINE) ?? [];
  const disposition = name === undefined ? [] : [`Content-Disposition: attachment; filename="${encodedWords(name)}"`];
  return [`Content-Type: ${type}`, 'Content-Transfer-Encoding: base64', ...disposition, '', ...encoded];
}

function bufferOf(lines: readonly string[]): Buffer {
  return Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1');
}

/** A text for a header, as encoded words where it is not plain ASCII. RFC 2047. */
export function encodedWords(text: string): string {
  const line = text.replace(/[\r\n]+/g, ' ');
  if (/^[ -~]*$/.test(line)) return line;
  const words: string[] = [];
  let word = '';
  for (const character of line) {
    if (Buffer.byteLength(word + character) > 45) {
      words.push(word);
      word = '';
    }
    word += character;
  }
  return [...words, word].map((part) => `=?UTF-8?B?${Buffer.from(part).toString('base64')}?=`).join('\r\n ');
}

/** `Ann Lee <ann@example.com>` for a header. */
export function mailbox({ name, address }: Person): string {
  return name === '' ? address : `${/^[\w ]*$/.test(name) ? name : encodedWords(name)} <${address}>`;
}

/** E.g. `Mon, 30 Nov 2026 12:00:00 +0000`. RFC 5322, section 3.3. */
export function mailDate(atMs: number): string {
  return new Date(atMs).toUTCString().replace('GMT', '+0000');
}
