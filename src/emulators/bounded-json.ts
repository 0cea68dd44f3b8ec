/** Telegram's own JSON parser gives up at this many levels (tdlib, JsonBuilder.h, read 2026-11); nothing real nests as deep. */
const MAX_DEPTH = 100;

/** Parses JSON that nests at most 100 levels. Throws a `SyntaxError` otherwise; a deep text costs no stack. */
export function parseBoundedJson(text: string): unknown {
  let depth = 0;
  let isInString = false;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (isInString) {
      if (character === '\\') index++;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === '}' || character === ']') depth--;
    else if ((character === '{' || character === '[') && ++depth > MAX_DEPTH) {
      throw new SyntaxError(`JSON nests deeper than ${MAX_DEPTH} levels`);
    }
  }
  return JSON.parse(text);
}

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
