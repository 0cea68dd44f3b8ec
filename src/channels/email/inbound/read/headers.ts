import type { HeaderLines } from 'mailparser';

/** The headers of a mail as they stand there, unfolded. What a header says is taken from nowhere else. */
export interface RawHeaders {
  /** Values of every header of this name (lower case), the topmost first. */
  all(name: string): readonly string[];
  /** The topmost one. */
  first(name: string): string | undefined;
}

export function rawHeaders(lines: HeaderLines): RawHeaders {
  const values = new Map<string, string[]>();
  for (const { key, line } of lines) {
    const value = decoded(line)
      .slice(line.indexOf(':') + 1)
      .replace(/\r?\n(?=[ \t])/g, '')
      .trim();
    const known = values.get(key);
    if (known) known.push(value);
    else values.set(key, [value]);
  }
  const all = (name: string) => values.get(name) ?? [];
  return { all, first: (name) => all(name)[0] };
}

/** Bytes beyond ASCII are UTF-8, as RFC 6532 has it, where they can be. */
function decoded(line: string): string {
  if (!/[\x80-\xff]/.test(line)) return line;
  const utf8 = Buffer.from(line, 'latin1').toString('utf8');
  return utf8.includes('\ufffd') ? line : utf8;
}

/** At most so many ids of a thread are read: a header that lists more is no thread of people. */
const MAX_IDS = 200;
/** Longest id that is taken for one; RFC 5322, section 2.1.1, allows lines of 998. */
const MAX_ID_CHARS = 900;

/** The ids in angle brackets that a header lists. Words such as `null`, which some programs write, are none. */
export function idsIn(value: string | undefined): string[] {
  const ids = value?.match(/<[^<>\s@]+@[^<>\s]+>/g) ?? [];
  return ids.filter((id) => id.length <= MAX_ID_CHARS).slice(-MAX_IDS);
}
