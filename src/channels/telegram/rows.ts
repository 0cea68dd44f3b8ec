/** Buttons side by side, by the width of the widest: what a phone shows without cutting. */
function perRowOf(width: number): number {
  if (width <= 6) return 4;
  if (width <= 10) return 3;
  return width <= 18 ? 2 : 1;
}

/** From here on (Hangul, then all of East Asia and emoji) a character is as wide as two Latin ones. */
const FIRST_WIDE = 0x1100;

/** Adds rows of equal length for these buttons, the last one perhaps shorter. */
export function arrange<Button extends { text: string }>(buttons: readonly Button[], rows: Button[][]): void {
  if (buttons.length === 0) return;
  let width = 0;
  for (const { text } of buttons) width = Math.max(width, widthOf(text));
  const rowCount = Math.ceil(buttons.length / perRowOf(width));
  const perEvenRow = Math.ceil(buttons.length / rowCount);
  for (let at = 0; at < buttons.length; at += perEvenRow) rows.push(buttons.slice(at, at + perEvenRow));
}

function widthOf(text: string): number {
  let width = 0;
  for (let at = 0; at < text.length; at++) width += text.charCodeAt(at) < FIRST_WIDE ? 1 : 2;
  return width;
}
