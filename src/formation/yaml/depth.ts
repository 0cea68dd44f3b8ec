import { type CST, Parser } from 'yaml';

/** Levels of maps and lists. JSON Schemas in real formations stay below 20. */
export const MAX_DEPTH = 64;

/**
 * Offset of the first map or list that is nested too deeply. Works on the parser's tokens, without recursion:
 * composing a document recurses, and at the end of the stack V8 may end the whole process instead of throwing
 * (it compiles regular expressions there).
 */
export function tooDeepAt(text: string): number | undefined {
  let first: number | undefined;
  const rest: { token: CST.Token | null | undefined; depth: number }[] = [];
  for (const token of new Parser().parse(text)) rest.push({ token, depth: 0 });
  for (let next = rest.pop(); next; next = rest.pop()) {
    const { token, depth } = next;
    if (token?.type === 'document') rest.push({ token: token.value, depth });
    if (!token || !('items' in token)) continue;
    if (depth >= MAX_DEPTH) {
      // The walk goes from the end of the file to its start.
      first = token.offset;
      continue;
    }
    for (const item of token.items) {
      rest.push({ token: 'key' in item ? item.key : undefined, depth: depth + 1 });
      rest.push({ token: item.value, depth: depth + 1 });
    }
  }
  return first;
}
