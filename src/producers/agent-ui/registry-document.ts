import { mapActions } from '../../protocol/ui/agent-ui/map-actions.ts';
import { SERIES_TYPES } from '../../protocol/ui/safe-chart/chart-option.ts';
import {
  BROWSER_CHART_LIMITS,
  MAX_DATA_BYTES,
  MAX_DEPTH,
  MAX_LEGEND_ENTRIES,
  MAX_SERIES,
  MAX_SPEC_BYTES,
  MAX_TEXT_CHARS,
} from '../../protocol/ui/safe-chart/limits.ts';
import {
  CHART_GRAMMAR,
  CHART_SURFACES,
  ENVELOPE_SCHEMA_VERSION,
  MAX_ENVELOPE_BYTES,
  MAX_ENVELOPES,
} from '../../protocol/ui/ui-envelope.ts';
import type { Components } from './components.ts';
import { jsonSchemaOf } from './json-schema-of.ts';

/** What clients of `agent-ui@1` may be shown here, for them to check by. As it travels; the same as long as the service runs. */
export function registryDocument({ components, mapLayers }: { components: Components; mapLayers: readonly string[] }) {
  return {
    schemaVersion: ENVELOPE_SCHEMA_VERSION,
    limits: { envelopes: MAX_ENVELOPES, envelopeBytes: MAX_ENVELOPE_BYTES },
    charts: [
      {
        grammar: CHART_GRAMMAR,
        surfaces: CHART_SURFACES,
        seriesTypes: SERIES_TYPES,
        limits: {
          specBytes: MAX_SPEC_BYTES,
          dataBytes: MAX_DATA_BYTES,
          series: MAX_SERIES,
          pointsPerSeries: BROWSER_CHART_LIMITS.points,
          legendEntries: MAX_LEGEND_ENTRIES,
          textChars: MAX_TEXT_CHARS,
          depth: MAX_DEPTH,
        },
      },
    ],
    components: [...components.values()].map(({ name, surfaces, props }) => ({ name, surfaces, propsSchema: props })),
    mapActions: [...mapActions(mapLayers)].map(([name, params]) => ({ name, paramsSchema: jsonSchemaOf(params) })),
  };
}
