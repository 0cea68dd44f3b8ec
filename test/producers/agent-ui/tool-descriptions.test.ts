import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { createComponents } from '../../../src/producers/agent-ui/components.ts';
import { createEnvelopeMaker } from '../../../src/producers/agent-ui/envelope-maker.ts';
import { registryDocument } from '../../../src/producers/agent-ui/registry-document.ts';
import { toolDescriptions } from '../../../src/producers/agent-ui/tool-descriptions.ts';

const orderPanel = {
  name: 'OrderPanel',
  surfaces: ['canvas'] as const,
  props: { type: 'object', properties: { order_id: { type: 'integer' } }, required: ['order_id'] },
  tool: 'view_order',
  check: () => undefined,
};
const about = { components: createComponents([orderPanel]), mapLayers: ['pipes'] };
const tools = toolDescriptions(about);
const toolNamed = (name: string) => tools.find((tool) => tool.name === name);

/** A call of each that the maker takes. */
const CALLS: Readonly<Record<string, object>> = {
  show_chart: { spec: { series: [{ type: 'pie', data: [1] }] }, data: { source: [[1]] }, surface: 'canvas' },
  locate_features: { layer: 'valves', ids: ['v1', 2] },
  zoom_to_map: { bbox: [8, 47, 9, 48] },
  apply_layer_style: { layer: 'pipes', style: { color: '#fff' } },
  view_order: { order_id: 7 },
  view_history: { device_ids: ['p'], start_time: '2026-03-01T00:00:00Z', end_time: '2026-03-02T00:00:00Z' },
  view_scada: { device_ids: ['p'] },
};

describe('what a model is told of the tools that show something', () => {
  it('names them all', () => {
    expect(tools.map(({ name }) => name)).toEqual(Object.keys(CALLS));
    expect(toolDescriptions({ ...about, mapLayers: [] }).map(({ name }) => name)).not.toContain('apply_layer_style');
  });

  it('view_history only opens a panel: values come from query_monitoring_readings first [AUI-16]', () => {
    const { description = '' } = toolNamed('view_history') ?? {};
    expect(description).toMatch(/Opens a panel/);
    expect(description).toMatch(/no values/);
    expect(description).toMatch(/query_monitoring_readings first/);
  });

  it.each(Object.entries(CALLS))('%s: its schema takes what the maker takes', (name, args) => {
    const { parameters = {}, description = '' } = toolNamed(name) ?? {};
    expect(parameters.type).toBe('object');
    expect(description.length).toBeGreaterThan(20);
    expect(description.length).toBeLessThan(1_024);
    const validate = new Ajv2020({ validateFormats: false }).compile(parameters);
    expect(validate({ ...args, fallbackText: 'In words.' })).toBe(true);
    expect(createEnvelopeMaker(about).ofCall({ tool: name, args })).toHaveProperty('envelope');
    expect(validate({ ...args, fallbackText: 7 })).toBe(false);
  });
});

describe('the registry', () => {
  const registry = registryDocument(about);

  it('lists charts, components and map actions [AUI-14]', () => {
    expect(registry.schemaVersion).toBe('agent-ui@1');
    expect(registry.charts).toMatchObject([
      {
        grammar: 'echarts-safe-subset',
        seriesTypes: ['line', 'bar', 'pie', 'scatter', 'radar', 'heatmap', 'gauge'],
        limits: { pointsPerSeries: 20_000, specBytes: 65_536 },
      },
    ]);
    expect(registry.components.map(({ name }) => name)).toEqual(['OrderPanel', 'HistoryPanel', 'ScadaPanel', 'McpApp']);
    expect(registry.mapActions.map(({ name }) => name)).toEqual([
      'locate_features',
      'zoom_to_map',
      'render_junctions',
      'apply_layer_style',
    ]);
  });

  it('has JSON Schemas that a client can check by', () => {
    const ajv = new Ajv2020({ validateFormats: false });
    const schemaOf = (name: string) =>
      registry.components.find((component) => component.name === name)?.propsSchema ??
      registry.mapActions.find((action) => action.name === name)?.paramsSchema ??
      {};
    expect(ajv.validate(schemaOf('HistoryPanel'), CALLS.view_history)).toBe(true);
    expect(ajv.validate(schemaOf('HistoryPanel'), { device_ids: [] })).toBe(false);
    expect(ajv.validate(schemaOf('zoom_to_map'), { center: [8, 47], zoom: 3 })).toBe(true);
    expect(ajv.validate(schemaOf('zoom_to_map'), { center: [8, 97], zoom: 3 })).toBe(false);
    expect(ajv.validate(schemaOf('apply_layer_style'), { layer: 'pumps', style: {} })).toBe(false);
    expect(ajv.validate(schemaOf('render_junctions'), { render_ref: 'A'.repeat(32), features: [] })).toBe(false);
    expect(schemaOf('OrderPanel')).toBe(orderPanel.props);
  });
});
