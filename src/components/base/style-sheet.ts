const SHEETS = new Map<string, CSSStyleSheet>();

/**
 * The style sheet of this text; the same text gives the same one. Adopted by shadow roots, so a page whose policy forbids
 * inline styles shows it all the same.
 */
export function styleSheet(css: string): CSSStyleSheet {
  const known = SHEETS.get(css);
  if (known) return known;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  SHEETS.set(css, sheet);
  return sheet;
}
