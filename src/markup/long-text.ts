import { isBlank } from './clean-text.ts';
import type { Dialect } from './dialects/dialect.ts';
import { readableCut } from './split-text.ts';

const ASCII = 128;
const COLON = 0x3a;
const LESS_THAN = 0x3c;
const SPACE = 0x20;
const URL_SCHEME = /https?$/i;

type Table = readonly (string | undefined)[];

/**
 * The same platform for very long texts: it looks at each character by itself, twice. A megabyte takes some 20 ms then,
 * whatever is in it. For shorter texts a dialect escapes nicer: it looks at what stands around a character.
 */
export function forLongText(dialect: Dialect): Dialect {
  const { always, outsideUrls } = dialect.literals;
  const inUrl = tableOf(always);
  const outside = tableOf({ ...always, ...outsideUrls });
  const longest = outside.reduce((most, literal) => Math.max(most, literal?.length ?? 1), 1);

  const write = (text: string) => {
    const written = new Uint16Array(text.length * longest);
    let length = 0;
    let table = outside;
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      table = tableFrom(text, at, unit, table);
      const literal = unit < ASCII ? table[unit] : undefined;
      if (literal === undefined) written[length++] = unit;
      else for (let unitAt = 0; unitAt < literal.length; unitAt++) written[length++] = literal.charCodeAt(unitAt);
    }
    return Buffer.from(written.buffer, 0, length * 2).toString('utf16le');
  };

  /** As far as `maxUnits` go, but at least one character. */
  const furthest = (text: string, start: number, maxUnits: number) => {
    if (dialect.countsWords || longest === 1) return Math.min(text.length, start + Math.max(1, maxUnits));
    let units = 0;
    let table = outside;
    for (let at = start; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      table = tableFrom(text, at, unit, table);
      units += (unit < ASCII ? table[unit]?.length : undefined) ?? 1;
      if (units > maxUnits && at > start) return at;
    }
    return text.length;
  };

  const tableFrom = (text: string, at: number, unit: number, table: Table) => {
    if (unit <= SPACE || unit === LESS_THAN) return outside;
    return unit === COLON && isAfterScheme(text, at) ? inUrl : table;
  };

  const splitWords = (text: string, maxUnits: number) => {
    const parts: string[] = [];
    for (let start = 0, end = 0; start < text.length; start = end) {
      const limit = furthest(text, start, maxUnits);
      end = limit === text.length ? limit : readableCut(text, start, limit);
      const part = text.slice(start, end);
      if (!isBlank(part)) parts.push(part);
    }
    return parts;
  };
  return { ...dialect, escape: write, splitWords };
}

function tableOf(literals: Readonly<Record<string, string>>): Table {
  return Array.from({ length: ASCII }, (_, unit) => literals[String.fromCharCode(unit)]);
}

function isAfterScheme(text: string, at: number): boolean {
  return text.startsWith('://', at) && URL_SCHEME.test(text.slice(Math.max(0, at - 5), at));
}
