const SVG = 'http://www.w3.org/2000/svg';

/** Lines on a square of 24, by what they stand for. */
const LINES: Readonly<Record<string, string>> = {
  wallet: 'M3 7h16a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V7zm0 0 12-4v4M16 13.5h.01',
  deposit: 'M12 3v11m-4-4 4 4 4-4M4 17v3h16v-3',
  swap: 'M7 4 3 8l4 4M3 8h14M17 12l4 4-4 4M21 16H7',
  buy: 'M3 4h2l2.5 11h10L20 8H6M9 19.5h.01M16 19.5h.01',
  sell: 'M3 12V4h8l10 10-8 8zM7.5 8h.01',
  autopilot: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM15.5 8.5l-2 5-5 2 2-5z',
  workflow: 'M4 4h6v6H4zM14 14h6v6h-6zM7 10v7h7',
  chart: 'M4 4v16h16M8 16l4-5 3 3 5-7',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l5 5',
  settings: 'M4 7h10M18 7h2M4 17h2M10 17h10M16 5v4M8 15v4',
  alert: 'M6 16v-5a6 6 0 0 1 12 0v5l2 2H4zM10 21h4',
  research: 'M9 3h6M10 3v6L4.5 18.5A1.7 1.7 0 0 0 6 21h12a1.7 1.7 0 0 0 1.5-2.5L14 9V3M7.5 15h9',
};
const OTHER = 'M9 5l7 7-7 7';

/** A picture that says nothing which the words beside it do not say. */
export function icon(name: string | undefined): SVGElement {
  const lines = document.createElementNS(SVG, 'path');
  lines.setAttribute('d', (name !== undefined && Object.hasOwn(LINES, name) && LINES[name]) || OTHER);
  const picture = document.createElementNS(SVG, 'svg');
  picture.setAttribute('viewBox', '0 0 24 24');
  picture.setAttribute('aria-hidden', 'true');
  picture.append(lines);
  return picture;
}
