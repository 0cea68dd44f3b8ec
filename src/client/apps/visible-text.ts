/**
 * What no reader sees, yet is said: characters of control and of direction, of no width, and those of which whole words
 * can be made that only a machine reads (tags, variation selectors of the supplement).
 */
const UNSEEN =
  /(?![\n\t])(?:\p{Cc}|\p{Cf}|\p{Cs}|\p{Zl}|\p{Zp}|\u115f|\u1160|[\u180b-\u180d]|\u3164|[\ufe00-\ufe0d]|\uffa0|[\u{e0100}-\u{e01ef}])/gu;
/** Words of Persian and pictures of families need a joiner, between what it joins. */
const JOINER = /(?:\p{L}|\p{M}|\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)(?:\u200c|\u200d)$/u;
const JOINED = /^[\p{L}\p{Extended_Pictographic}]/u;

/** A text as a person must see it who is to say yes to it: what cannot be seen is written out, as `\u{202e}`. */
export function visibleText(text: string): string {
  return text.replace(UNSEEN, (character, at: number) => {
    const joins = JOINER.test(text.slice(Math.max(0, at - 3), at + 1)) && JOINED.test(text.slice(at + 1, at + 3));
    return joins ? character : `\\u{${character.codePointAt(0)?.toString(16)}}`;
  });
}

/** The name of a tool or a server within a sentence of ours: on one line, and no quotation mark ends it. */
export function quotable(name: string): string {
  const line = visibleText(name)
    .replace(/["“”„«»\s]+/g, ' ')
    .trim();
  return line.length > MAX_NAME_CHARS ? `${line.slice(0, MAX_NAME_CHARS - 1)}…` : line;
}

const MAX_NAME_CHARS = 64;
