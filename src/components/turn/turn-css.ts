export const TURN_CSS = `
.parts { display: grid; gap: 0.75rem; min-width: 0; }
.parts > * { min-width: 0; }
.parts:empty { display: none; }
.tool { color: var(--_muted); font-size: 0.875em; }
.tool::before { content: '✓'; display: inline-block; width: 1.3em; }
.tool.is-running::before { content: '…'; }
.tool.is-failed::before { content: '✕'; }
.tool.is-failed { color: var(--_warn); }
.tool.is-under { padding-inline-start: 1.3em; }
footbridge-map { margin-top: 0.75rem; }
footbridge-map[empty] { display: none; }
`;
