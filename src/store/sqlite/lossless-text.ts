import type { SqlValue } from './driver.ts';

/*
 * libsql reads a text only up to its first NUL, and PostgreSQL takes none at all. So a text that holds one is kept as
 * JSON behind an escape character, and a text that begins with that character by itself is, too. Equal texts stay
 * equal, and a file written by one driver is read by the other.
 */
const ESCAPE = '\u001b';
const ESCAPE_CODE = 0x1b;

export function bound(value: SqlValue): SqlValue {
  if (typeof value !== 'string') return value;
  return value.charCodeAt(0) === ESCAPE_CODE || value.includes('\0') ? ESCAPE + JSON.stringify(value) : value;
}

/** Restores the texts of a row, in place. */
export function restored<Row extends object>(row: Row): Row {
  const columns = row as Record<string, unknown>;
  for (const name in columns) {
    const value = columns[name];
    if (typeof value === 'string' && value.charCodeAt(0) === ESCAPE_CODE) columns[name] = JSON.parse(value.slice(1));
  }
  return row;
}
