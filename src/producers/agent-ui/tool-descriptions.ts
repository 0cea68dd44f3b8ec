import type { ToolOffer } from '../../protocol/agent.ts';
import { applyLayerStyle, locateFeatures } from '../../protocol/ui/agent-ui/map-actions.ts';
import { SERIES_TYPES } from '../../protocol/ui/safe-chart/chart-option.ts';
import { BROWSER_CHART_LIMITS, MAX_SERIES } from '../../protocol/ui/safe-chart/limits.ts';
import { CHART_SURFACES, MAX_FALLBACK_CHARS } from '../../protocol/ui/ui-envelope.ts';
import type { Components } from './components.ts';
import { jsonSchemaOf } from './json-schema-of.ts';

const fallbackText = {
  type: 'string',
  maxLength: MAX_FALLBACK_CHARS,
  description: 'What the person reads where this cannot be shown. One or two plain sentences that say the same.',
};

const degrees = (count: number, description: string) => ({
  ...{ type: 'array', items: { type: 'number', minimum: -180, maximum: 180 }, minItems: count, maxItems: count },
  description,
});

/**
 * The tools by which an agent shows charts, panels and the map. Their calls alone show something, so they return no
 * data. `render_junctions` is not among them: a tool that has junctions brings them with its result.
 */
export function toolDescriptions(about: { components: Components; mapLayers: readonly string[] }): ToolOffer[] {
  const { components, mapLayers } = about;
  const tools: ToolOffer[] = [
    {
      name: 'show_chart',
      description: `Shows a chart in a safe subset of ECharts (${SERIES_TYPES.join(', ')}). Give numbers that you have; it gives none. No functions, formatters, HTML, images or URLs.`,
      parameters: withFallback({
        type: 'object',
        properties: {
          spec: {
            type: 'object',
            description: `An ECharts option with title.text, legend, tooltip.trigger, grid, xAxis, yAxis, radar.indicator, visualMap, color and series (type, name, data, encode, stack, smooth, areaStyle, xAxisIndex, yAxisIndex). At most ${MAX_SERIES} series.`,
          },
          data: {
            type: 'object',
            description: `The dataset of the chart, at most ${BROWSER_CHART_LIMITS.points} rows; left out when the series have their own data.`,
            properties: {
              dimensions: { type: 'array', items: { type: 'string' } },
              source: {
                type: 'array',
                items: {},
                description: 'Rows: arrays in the order of the dimensions, or objects.',
              },
            },
            required: ['source'],
          },
          surface: {
            type: 'string',
            enum: CHART_SURFACES,
            description: 'Where it stands; beside the text by default.',
          },
        },
        required: ['spec'],
        additionalProperties: false,
      }),
    },
    {
      name: 'locate_features',
      description: 'Marks features of a layer on the map that the person sees, by their ids.',
      parameters: withFallback(jsonSchemaOf(locateFeatures)),
    },
    {
      name: 'zoom_to_map',
      description: 'Moves the map that the person sees: to a center with a zoom, or to a box. Exactly one of both.',
      parameters: withFallback({
        type: 'object',
        properties: {
          center: degrees(2, 'Longitude, latitude, in degrees. Needs zoom.'),
          zoom: { type: 'number', minimum: 0, maximum: 24 },
          bbox: degrees(4, 'West, south, east, north, in degrees.'),
          crosses_antimeridian: {
            type: 'boolean',
            description: 'true when the box goes over 180°, so that west > east.',
          },
        },
        additionalProperties: false,
      }),
    },
  ];
  if (mapLayers.length > 0) {
    tools.push({
      name: 'apply_layer_style',
      description: 'Changes how a layer of the map that the person sees is drawn.',
      parameters: withFallback(jsonSchemaOf(applyLayerStyle(mapLayers))),
    });
  }
  for (const { tool, name, description, props } of components.values()) {
    if (tool === undefined) continue;
    const parameters = props.type === 'object' ? withFallback(props) : props;
    tools.push({ name: tool, description: description ?? `Shows the person the component ${name}.`, parameters });
  }
  return tools;
}

function withFallback(schema: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const properties = schema.properties as Readonly<Record<string, unknown>> | undefined;
  return { ...schema, properties: { ...properties, fallbackText } };
}
