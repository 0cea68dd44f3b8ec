export const ENVELOPE_SCHEMA_VERSION = 'agent-ui@1';
export const CHART_GRAMMAR = 'echarts-safe-subset';

export const COMPONENT_SURFACES = ['chat_inline', 'side_panel', 'canvas', 'map_overlay'] as const;
export const CHART_SURFACES = ['chat_inline', 'side_panel', 'canvas'] as const;

export type ComponentSurface = (typeof COMPONENT_SURFACES)[number];
export type ChartSurface = (typeof CHART_SURFACES)[number];

interface EnvelopeBase {
  schemaVersion: typeof ENVELOPE_SCHEMA_VERSION;
  /** Shown instead of what a client cannot show. */
  fallbackText?: string;
}

/** A component that the registry names, with its props. */
export interface ComponentEnvelope extends EnvelopeBase {
  kind: 'registered_component';
  surface: ComponentSurface;
  component: string;
  props: unknown;
  data?: unknown;
}

/** A chart in the safe subset of ECharts. */
export interface ChartEnvelope extends EnvelopeBase {
  kind: 'chart';
  surface: ChartSurface;
  grammar: typeof CHART_GRAMMAR;
  spec: unknown;
  data: unknown;
}

/** Something to be done on the map that the client shows. */
export interface MapActionEnvelope extends EnvelopeBase {
  kind: 'map_action';
  surface: 'map_overlay';
  action: string;
  params: unknown;
}

/** One of the three things that `agent-ui@1` shows. */
export type UiEnvelope = ComponentEnvelope | ChartEnvelope | MapActionEnvelope;

/** Most envelopes of one turn. Ours: `agent-ui@1` names none. */
export const MAX_ENVELOPES = 8;
/** Largest envelope, bytes of compact JSON. What is larger goes behind a `render_ref`. */
export const MAX_ENVELOPE_BYTES = 1_048_576;
/** Longest `fallbackText`, characters. */
export const MAX_FALLBACK_CHARS = 2_000;
