/** Anything but printable ASCII, tab and newline: the rare case that needs a closer look. */
const UNUSUAL = /[^\t\n -~]/;
const PRINTABLE_ASCII = /[!-~]/;
/** Draws ink: no white space, control, format or ignorable character, no empty Braille cell. */
const VISIBLE = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

const LINE_END = /\r\n?/g;
const LONE_SURROGATE = /\p{Surrogate}/gu;
const CONTROL = /[^\P{Cc}\t\n]/gu;

/**
 * Makes text that every platform's parser takes: line ends are `\n`, control characters other than tab and newline
 * are gone, and a lone surrogate is U+FFFD. ASCII text comes back as it is.
 */
export function cleanText(text: string): string {
  if (!UNUSUAL.test(text)) return text;
  return text.replace(LONE_SURROGATE, '\ufffd').replace(LINE_END, '\n').replace(CONTROL, '');
}

/** Whether nothing would be seen of it. Platforms refuse such a message as empty. */
export function isBlank(text: string): boolean {
  return !PRINTABLE_ASCII.test(text) && !VISIBLE.test(text);
}
