export const ENVELOPE_SCHEMA_VERSION = 'agent-ui@1';

export type ComponentSurface = 'chat_inline' | 'side_panel' | 'canvas' | 'map_overlay';
export type ChartSurface = Exclude<ComponentSurface, 'map_overlay'>;

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
  grammar: 'echarts-safe-subset';
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
