/** How a text of an agent looks, with Markdown in it or without. */
export const TEXT_CSS = `
.text { display: grid; gap: 0.65em; min-width: 0; }
.text > * { min-width: 0; }
.text p, .text h3, .text h4, .text h5, .text h6 { margin: 0; white-space: pre-wrap; }
.text h3, .text h4, .text h5, .text h6 { font-size: 1em; line-height: 1.35; }
.text h3 { font-size: 1.2em; }
.text h4 { font-size: 1.1em; }
.text ul, .text ol { margin: 0; padding-inline-start: 1.5em; display: grid; gap: 0.25em; }
.text ol { padding-inline-start: 2em; }
.text li > * + * { margin-top: 0.35em; }
.text li.task { list-style: none; margin-inline-start: -1.3em; }
.text li.task > p { display: inline; }
.text blockquote {
  display: grid;
  gap: 0.65em;
  margin: 0;
  padding-inline-start: 0.9em;
  border-inline-start: 3px solid var(--_line);
  color: var(--_muted);
}
.text code { font: 0.9em/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
.text :not(pre) > code { padding: 0.1em 0.35em; border-radius: 5px; background: color-mix(in srgb, var(--_ink) 7%, transparent); }
.text pre {
  margin: 0;
  padding: 0.7rem 0.85rem;
  overflow-x: auto;
  border: 1px solid var(--_line);
  border-radius: calc(var(--_radius) * 0.7);
  background: color-mix(in srgb, var(--_ink) 4%, transparent);
  overflow-wrap: normal;
  tab-size: 2;
}
.text hr { width: 100%; margin: 0; border: 0; border-top: 1px solid var(--_line); }
.text .is-right { text-align: end; }
.text .is-center { text-align: center; }
`;
