import type { SourceText } from './yaml/source.ts';

/** `${{ path ?? 'fallback' }}` as it stands in a text. */
export interface Placeholder {
  /** The whole of it, braces included. */
  source: string;
  path: readonly string[];
  fallback?: string;
  /** Offset in the file; where escapes hide the placeholder, that of its text. */
  place: number;
}

export interface PlaceholderText {
  /** Literal text and placeholders in order. A broken placeholder stays literal text. */
  pieces: readonly (string | Placeholder)[];
  /** `${{` that begin no placeholder: the text from there on. */
  broken: readonly Pick<Placeholder, 'source' | 'place'>[];
}

const OPEN = '${{';
const PLACEHOLDER = /\$\{\{\s*([^\s{}?'"]+)\s*(?:\?\?\s*(?:'([^']*)'|"([^"]*)")\s*)?\}\}/y;

/** What to write instead of a broken placeholder. */
export const PLACEHOLDER_GRAMMAR =
  "this is no placeholder. Write ${{ name }} or ${{ name ?? 'default' }}, the default in quotes.";

/** Finds the placeholders of a text. Linear in its length. */
export function readPlaceholders({ value, start, end }: SourceText, fileText: string): PlaceholderText {
  const pieces: (string | Placeholder)[] = [];
  const broken: Pick<Placeholder, 'source' | 'place'>[] = [];
  const written = fileText.slice(start, end);
  let writtenAt = written.indexOf(OPEN);
  let literalStart = 0;
  let at = value.indexOf(OPEN);
  while (at !== -1) {
    PLACEHOLDER.lastIndex = at;
    const [source = '', name = '', single, double] = PLACEHOLDER.exec(value) ?? [];
    const path = name.split('.');
    const place = writtenAt === -1 ? start : start + writtenAt;
    if (path.includes('')) {
      broken.push({ source: value.slice(at), place });
      at = value.indexOf(OPEN, at + OPEN.length);
      writtenAt = nextAfter(written, writtenAt, 1);
      continue;
    }
    if (at > literalStart) pieces.push(value.slice(literalStart, at));
    const fallback = single ?? double;
    pieces.push({ source, path, place, ...(fallback !== undefined && { fallback }) });
    literalStart = at + source.length;
    at = value.indexOf(OPEN, literalStart);
    // A fallback may hold `${{` as text.
    writtenAt = nextAfter(written, writtenAt, source.split(OPEN).length - 1);
  }
  if (literalStart < value.length) pieces.push(value.slice(literalStart));
  return { pieces, broken };
}

function nextAfter(written: string, from: number, count: number): number {
  let at = from;
  for (let step = 0; step < count && at !== -1; step += 1) at = written.indexOf(OPEN, at + OPEN.length);
  return at;
}
