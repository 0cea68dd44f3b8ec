/**
 * What every element has in common. A page sets `--footbridge-*` on any element around; what it does not set is light or
 * dark as the page's `color-scheme` says: with `light dark`, as the reader's system is.
 */
export const THEME_CSS = `
:host {
  --_surface: var(--footbridge-surface, light-dark(#ffffff, #182025));
  --_raised: var(--footbridge-raised, light-dark(#f5f7f6, #202a30));
  --_line: var(--footbridge-line, light-dark(#cfd8d5, #36444c));
  --_edge: var(--footbridge-edge, light-dark(#75827f, #81918d));
  --_ink: var(--footbridge-ink, light-dark(#1c2524, #e6ecea));
  --_muted: var(--footbridge-muted, light-dark(#55625f, #a3b2af));
  --_accent: var(--footbridge-accent, light-dark(#2c6e63, #6fc1ae));
  --_accent-ink: var(--footbridge-accent-ink, light-dark(#ffffff, #0d1f1b));
  --_accent-soft: var(--footbridge-accent-soft, light-dark(#e3f0ec, #20352f));
  --_mine: var(--footbridge-mine, var(--_accent));
  --_mine-ink: var(--footbridge-mine-ink, var(--_accent-ink));
  --_theirs: var(--footbridge-theirs, var(--_surface));
  --_warn: var(--footbridge-warn, light-dark(#a4362a, #f09a8e));
  --_radius: var(--footbridge-radius, 12px);
  display: block;
  color-scheme: inherit;
  color: var(--_ink);
  font: var(--footbridge-font, 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif);
  overflow-wrap: anywhere;
}
:host([hidden]) { display: none; }
*, *::before, *::after { box-sizing: border-box; }
button, input, textarea, select { font: inherit; color: inherit; }
:focus-visible { outline: 2px solid var(--_accent); outline-offset: 2px; }
p { margin: 0; }
a { color: var(--_accent); }
.card {
  padding: 0.75rem 0.9rem;
  border: 1px solid var(--_line);
  border-radius: var(--_radius);
  background: var(--_surface);
}
.quiet { color: var(--_muted); font-size: 0.875em; }
.unseen {
  position: absolute;
  width: 1px;
  height: 1px;
  margin: -1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
}
.button {
  min-height: 2.75rem;
  padding: 0.4rem 1.1rem;
  border: 1px solid transparent;
  border-radius: var(--_radius);
  background: var(--_accent);
  color: var(--_accent-ink);
  font-weight: 600;
  cursor: pointer;
}
.button:disabled { background: var(--_raised); color: var(--_muted); border-color: var(--_line); cursor: default; }
.button.is-quiet { background: var(--_surface); color: var(--_ink); border-color: var(--_edge); font-weight: 400; }
summary { cursor: pointer; color: var(--_muted); font-size: 0.875em; padding-block: 0.35rem; }
.table { overflow-x: auto; max-height: 20rem; overflow-y: auto; }
table { border-collapse: collapse; font-size: 0.875em; font-variant-numeric: tabular-nums; }
th, td { padding: 0.25rem 0.75rem; border-bottom: 1px solid var(--_line); text-align: start; white-space: nowrap; }
th { color: var(--_muted); font-weight: 600; }
@media (prefers-reduced-motion: no-preference) {
  .button, .choice, .feature, .link { transition: border-color 0.12s, background-color 0.12s; }
}
`;
