export const FEATURES_CSS = `
.features { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(14rem, 100%), 1fr)); gap: 0.5rem; }
.feature {
  position: relative;
  display: grid;
  grid-template-columns: auto 1fr;
  align-items: center;
  gap: 0 0.7rem;
  min-height: 2.75rem;
  padding: 0.6rem 0.9rem;
  border: 1px solid var(--_edge);
  border-radius: var(--_radius);
  background: var(--_surface);
  color: var(--_ink);
  text-align: start;
  text-decoration: none;
  cursor: pointer;
}
.feature:hover { border-color: var(--_accent); background: var(--_accent-soft); }
svg {
  width: 1.4rem;
  height: 1.4rem;
  grid-row: 1 / span 2;
  fill: none;
  stroke: var(--_accent);
  stroke-width: 1.7;
  stroke-linecap: round;
  stroke-linejoin: round;
}
.label { font-weight: 600; grid-column: 2; }
.hint { grid-column: 2; }
.label, .hint { justify-self: start; }
@media (forced-colors: active) { svg { stroke: currentColor; } }

[role=status]:not(:empty) { padding-top: 0.45rem; }
`;
