export const CHAT_CSS = `
:host { height: var(--footbridge-chat-height, min(44rem, 100dvh - 7rem)); min-height: 20rem; }
.chat {
  display: flex;
  flex-direction: column;
  height: 100%;
  overflow: hidden;
  border: 1px solid var(--_line);
  border-radius: var(--_radius);
  background: var(--_raised);
}
.map:not(:has(> footbridge-map:not([empty]))) { display: none; }
.map { max-height: 50%; overflow-y: auto; flex: none; padding: 0.25rem 0.9rem; border-bottom: 1px solid var(--_line); background: var(--_surface); }
.map[open] { padding-bottom: 0.5rem; }
.map ::part(card) { padding: 0; border: 0; }
.frame { display: flex; flex-direction: column; flex: 1; overflow-y: auto; min-height: 0; outline-offset: -2px; overscroll-behavior: contain; }
/* A short conversation stands where the next word will. */
.log { display: flex; flex-direction: column; gap: 0.75rem; margin: auto 0 0; padding: 0.9rem; list-style: none; }
.log:empty { display: none; }
.log:not(:empty) ~ slot { display: none; }
.nothing { color: var(--_muted); text-align: center; padding: 2rem 0.9rem; }
.above:empty { display: none; }
.above { display: grid; justify-items: center; gap: 0.35rem; padding: 0.9rem 0.9rem 0; }
.bubble { padding: 0.65rem 0.9rem; border-radius: 16px; max-width: min(46rem, 92%); min-width: 0; }
.is-mine {
  align-self: flex-end;
  background: var(--_mine);
  color: var(--_mine-ink);
  border-end-end-radius: 5px;
}
.is-theirs { align-self: flex-start; background: var(--_theirs); border: 1px solid var(--_line); border-end-start-radius: 5px; }
.is-theirs:has(footbridge-turn[wide]) { width: 100%; max-width: 46rem; }
.bubble > .text { white-space: pre-wrap; }
.status:empty { display: none; }
.status { padding-top: 0.35rem; }
.is-failed .status { color: var(--_warn); }
.is-failed .button { margin-top: 0.5rem; }
.typing { display: flex; gap: 0.3rem; padding-block: 0.45rem; }
.typing i { width: 0.5rem; height: 0.5rem; border-radius: 50%; background: var(--_muted); }
@media (prefers-reduced-motion: no-preference) {
  .typing i { animation: pulse 1.2s infinite; }
  .typing i:nth-child(2) { animation-delay: 0.15s; }
  .typing i:nth-child(3) { animation-delay: 0.3s; }
}
@keyframes pulse { 0%, 60%, 100% { opacity: 0.35; } 30% { opacity: 1; } }
.composer {
  display: flex;
  align-items: flex-end;
  gap: 0.6rem;
  padding: 0.75rem;
  border-top: 1px solid var(--_line);
  background: var(--_surface);
}
textarea {
  flex: 1;
  min-width: 0;
  min-height: 2.75rem;
  max-height: 10rem;
  padding: 0.55rem 0.8rem;
  border: 1px solid var(--_edge);
  border-radius: var(--_radius);
  background: var(--_surface);
  resize: none;
}
textarea::placeholder { color: var(--_muted); }
`;
