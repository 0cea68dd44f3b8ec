/*
 * PostgreSQL takes no NUL in a text, and UTF-8 has no half of a surrogate pair. So a text that holds one is kept as
 * JSON behind an escape character, and a text that begins with that character by itself is, too. Equal texts stay equal.
 */
const ESCAPE = '\u001b';
const ESCAPE_CODE = 0x1b;
const NUL_OR_SURROGATE = /[\0\ud800-\udfff]/;
const UNSTORABLE = /\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** The text as PostgreSQL can keep it. */
export function storable(text: string): string {
  if (text.charCodeAt(0) !== ESCAPE_CODE && !(NUL_OR_SURROGATE.test(text) && UNSTORABLE.test(text))) return text;
  return ESCAPE + JSON.stringify(text);
}

/** The text as it was before `storable`. */
export function restored(text: string): string {
  return text.charCodeAt(0) === ESCAPE_CODE ? (JSON.parse(text.slice(1)) as string) : text;
}
