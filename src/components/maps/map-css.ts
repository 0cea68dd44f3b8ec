/** What MapLibre needs of its own style sheet for a map without its controls, and ours. */
export const MAP_CSS = `
.frame {
  position: relative;
  height: var(--footbridge-map-height, 20rem);
  overflow: hidden;
  border: 1px solid var(--_line);
  border-radius: 8px;
  background: var(--_raised);
  direction: ltr;
}
.frame.is-off { height: auto; padding: 0.75rem; }
/* An empty map takes no more place than the words that say so. */
:host([empty]) .frame, :host([empty]) details { display: none; }
.map { position: absolute; inset: 0; overflow: hidden; }
.maplibregl-canvas { position: absolute; inset: 0 auto auto 0; outline-offset: -3px; }
.maplibregl-canvas-container { width: 100%; height: 100%; }
.maplibregl-interactive { cursor: grab; user-select: none; touch-action: none; }
.maplibregl-interactive:active { cursor: grabbing; }
.maplibregl-control-container { display: none; }
.maplibregl-boxzoom { position: absolute; inset: 0 auto auto 0; width: 0; height: 0; border: 2px dotted var(--_accent); }
.zoom { position: absolute; inset-block-start: 0.6rem; inset-inline-end: 0.6rem; display: grid; z-index: 2; }
.zoom button {
  width: 2.75rem;
  height: 2.75rem;
  border: 1px solid var(--_edge);
  background: var(--_surface);
  font-size: 1.25rem;
  line-height: 1;
  cursor: pointer;
}
.zoom button:first-child { border-radius: 8px 8px 0 0; border-bottom: 0; }
.zoom button:last-child { border-radius: 0 0 8px 8px; }
.pick {
  position: absolute;
  inset-block-end: 0.6rem;
  inset-inline-start: 0.6rem;
  max-width: 80%;
  padding: 0.25rem 0.6rem;
  border-radius: 8px;
  border: 1px solid var(--_line);
  background: var(--_surface);
  z-index: 2;
}
.pick:empty { display: none; }
details { margin-top: 0.4rem; }
.list { display: grid; gap: 0.5rem; }
`;
