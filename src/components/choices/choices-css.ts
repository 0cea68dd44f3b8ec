export const CHOICES_CSS = `
fieldset { display: grid; gap: 0.45rem; margin: 0; padding: 0; border: 0; min-width: 0; }
legend { padding: 0 0 0.45rem; color: var(--_muted); font-size: 0.875em; white-space: pre-wrap; }
.choice {
  display: flex;
  align-items: center;
  gap: 0.6rem;
  min-height: 2.75rem;
  padding: 0.5rem 0.9rem;
  border: 1px solid var(--_edge);
  border-radius: var(--_radius);
  background: var(--_surface);
  text-align: start;
  white-space: pre-wrap;
  cursor: pointer;
}
.choice:hover { border-color: var(--_accent); }
.choice input { width: 1.15rem; height: 1.15rem; margin: 0; flex: none; accent-color: var(--_accent); }
.choice:has(:checked), .choice.is-chosen { border-color: var(--_accent); background: var(--_accent-soft); }
.choice.is-chosen::before { content: '✓'; color: var(--_accent); font-weight: 600; }
.choice:has(:focus-visible) { outline: 2px solid var(--_accent); outline-offset: 2px; }
.choice input:focus-visible { outline: none; }
fieldset:disabled .choice { cursor: default; color: var(--_muted); border-color: var(--_line); }
fieldset:disabled .choice:has(:checked), fieldset:disabled .choice.is-chosen { color: var(--_ink); border-color: var(--_accent); }
.button { justify-self: start; }
@media (forced-colors: active) {
  .choice:has(:checked), .choice.is-chosen { outline: 2px solid Highlight; outline-offset: -2px; }
}

[role=status]:not(:empty):not(.unseen) { padding-top: 0.45rem; }
`;
