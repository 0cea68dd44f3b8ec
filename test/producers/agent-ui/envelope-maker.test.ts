import { describe, expect, it } from 'vitest';
import { readEnvelope } from '../../../src/client/agent-ui/read-envelope.ts';
import { createComponents } from '../../../src/producers/agent-ui/components.ts';
import { createEnvelopeMaker } from '../../../src/producers/agent-ui/envelope-maker.ts';
import { BROWSER_CHART_LIMITS } from '../../../src/protocol/ui/safe-chart/limits.ts';

const orderPanel = {
  name: 'OrderPanel',
  surfaces: ['canvas'] as const,
  props: { type: 'object' },
  tool: 'view_order',
  check: (props: unknown) => (Object.hasOwn(Object(props), 'order_id') ? undefined : 'order_id is missing'),
};
const maker = createEnvelopeMaker({
  components: createComponents([orderPanel, { ...orderPanel, name: 'Quiet', tool: undefined as never }]),
  mapLayers: ['pipes'],
});

/** What a call makes. An envelope is one that a client takes as it is [AUI-3, AUI-4, AUI-5]. */
function call(tool: string, args: unknown) {
  const made = maker.ofCall({ tool, args });
  if (made && 'envelope' in made) expect(readEnvelope(made.envelope)).toEqual(made);
  return made;
}
const faultOf = (tool: string, args: unknown) => {
  const made = call(tool, args);
  return made && 'fault' in made ? made.fault : undefined;
};

const chart = { xAxis: {}, yAxis: {}, series: [{ type: 'bar', formatter: 'x' }] };
const week = { start_time: '2026-03-01T00:00:00Z', end_time: '2026-03-08T00:00:00Z' };

describe('a call shows what its tool is mapped to [AUI-13]', () => {
  it('show_chart: a chart of what the subset has', () => {
    expect(call('show_chart', { spec: chart, data: { source: [{ a: 1 }] }, fallbackText: ' One. ' })).toEqual({
      envelope: {
        schemaVersion: 'agent-ui@1',
        kind: 'chart',
        surface: 'chat_inline',
        grammar: 'echarts-safe-subset',
        spec: { animation: false, xAxis: [{}], yAxis: [{}], series: [{ type: 'bar' }] },
        data: { dimensions: ['a'], source: [[1]] },
        fallbackText: 'One.',
      },
    });
  });

  it('show_chart: with data of its own, on the surface that it names', () => {
    const spec = { series: [{ type: 'pie', data: [1] }] };
    expect(call('show_chart', { spec, surface: 'canvas' })).toMatchObject({
      envelope: { surface: 'canvas', data: null },
    });
  });

  it.each<[string, object]>([
    ['locate_features', { layer: 'valves', ids: ['v1'] }],
    ['zoom_to_map', { center: [8, 47], zoom: 3 }],
    ['apply_layer_style', { layer: 'pipes', style: { visible: false } }],
    ['render_junctions', { render_ref: 'A'.repeat(32) }],
  ])('%s: a map action', (tool, params) => {
    expect(call(tool, { ...params, fallbackText: 'Look.' })).toEqual({
      envelope: {
        schemaVersion: 'agent-ui@1',
        kind: 'map_action',
        surface: 'map_overlay',
        action: tool,
        params,
        fallbackText: 'Look.',
      },
    });
  });

  it.each<[string, string, object]>([
    ['view_history', 'HistoryPanel', { device_ids: ['p1'], ...week }],
    ['view_scada', 'ScadaPanel', { device_ids: ['p1'], title: 'North' }],
  ])('%s: the panel %s', (tool, component, props) => {
    expect(call(tool, props)).toEqual({
      envelope: { schemaVersion: 'agent-ui@1', kind: 'registered_component', surface: 'side_panel', component, props },
    });
    expect(call(tool, { ...props, surface: 'canvas' })).toMatchObject({ envelope: { surface: 'canvas', props } });
  });

  it('the tool that a formation names: its component [AUI-6]', () => {
    expect(call('view_order', { order_id: 7 })).toMatchObject({
      envelope: { component: 'OrderPanel', surface: 'canvas', props: { order_id: 7 } },
    });
    expect(faultOf('view_order', {})).toBe('order_id is missing');
    expect(faultOf('view_order', { order_id: 7, surface: 'side_panel' })).toBe('it stands on canvas only');
  });

  it.each(['get_weather', 'query_monitoring_readings', 'Quiet', 'constructor', '__proto__', 'SHOW_CHART'])(
    '%s: nothing [AUI-12]',
    (tool) => {
      expect(call(tool, { spec: chart, data: null, order_id: 1 })).toBeUndefined();
    },
  );
});

describe('a call that cannot be shown', () => {
  it.each<[string, unknown, string]>([
    [
      'show_chart',
      { spec: { ...chart, dataset: { transform: {} } } },
      'dataset has "transform", which a chart may not have here',
    ],
    [
      'show_chart',
      { spec: { series: [{ type: 'pie', data: [1] }] }, surface: 'map_overlay' },
      'it stands on chat_inline, side_panel, canvas only',
    ],
    ['show_chart', { spec: chart, html: '<b>' }, 'it takes spec, data, surface and fallbackText, nothing else'],
    ['show_chart', JSON.stringify({ spec: chart }), 'its arguments are no object'],
    ['show_chart', [chart], 'its arguments are no object'],
    ['view_history', { device_ids: ['p1'], ...week, end_time: week.start_time }, 'end_time: not after start_time'],
    [
      'view_history',
      { device_ids: ['p1'], ...week, start_time: 1_772_352_000 },
      'start_time: Invalid input: expected string, received number',
    ],
    [
      'view_scada',
      { device_ids: ['p1'], surface: 'window' },
      'it stands on side_panel, chat_inline, canvas, map_overlay only',
    ],
    ['locate_features', { layer: 'a', ids: [] }, 'ids: Too small: expected array to have >=1 items'],
    ['apply_layer_style', { layer: 'pumps', style: { width: 1 } }, 'layer: no registered layer of the map'],
    ['render_junctions', { render_ref: 'A'.repeat(32), features: [] }, 'Unrecognized key: "features"'],
    ['zoom_to_map', { center: [8, 47], zoom: 3, fallbackText: 7 }, 'its fallbackText is no text'],
    [
      'view_scada',
      JSON.parse('{"device_ids":["a"],"x":{"__proto__":1}}'),
      "its arguments hold more than JSON should: what was given holds a key that is a prototype's",
    ],
    [
      'locate_features',
      { layer: '\ud800', ids: ['a'] },
      'its arguments hold more than JSON should: what was given holds a text that is not well-formed',
    ],
    [
      'view_order',
      { order_id: 7, '\udc00': 1 },
      'its arguments hold more than JSON should: what was given holds a text that is not well-formed',
    ],
  ])('%s %j says why, and quotes nothing [AUI-9, AUI-29]', (tool, args, fault) => {
    expect(faultOf(tool, args)).toBe(fault);
  });

  it('keeps its words', () => {
    expect(call('view_history', { device_ids: [], fallbackText: 'The flow rose.' })).toEqual({
      fault: expect.any(String),
      fallbackText: 'The flow rose.',
    });
  });

  it.each([
    ['zoom_to_map', { center: [8, 47], zoom: 3 }],
    ['render_junctions', {}],
  ])('%s keeps words that are too long for an envelope', (tool, args) => {
    const fallbackText = 'x'.repeat(2_001);
    expect(call(tool, { ...args, fallbackText })).toEqual({
      fault: 'its fallbackText is longer than 2000 characters',
      fallbackText,
    });
  });

  it('keeps the words beside a key of a prototype [AUI-29]', () => {
    const args: unknown = JSON.parse('{"device_ids":["a"],"x":{"constructor":1},"fallbackText":"It flows."}');
    expect(call('view_scada', args)).toEqual({
      fault: "its arguments hold more than JSON should: what was given holds a key that is a prototype's",
      fallbackText: 'It flows.',
    });
  });

  it('is no junctions whose words are no text', () => {
    expect(faultOf('render_junctions', { fallbackText: 7 })).toBe('its fallbackText is no text');
  });

  it('is one of more than 1 MB, which belongs behind a reference [AUI-31]', () => {
    const order = { order_id: 1, text: 'x'.repeat(1_048_576) };
    expect(faultOf('view_order', order)).toBe(
      'the envelope is larger than 1048576 bytes; put the data behind a render_ref',
    );
  });

  it('is a component as deep as a client takes it, and no deeper', () => {
    const nested = (depth: number) => JSON.parse(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`) as object;
    expect(call('view_order', { order_id: 1, deep: nested(30) })).toMatchObject({
      envelope: { kind: 'registered_component' },
    });
    expect(faultOf('view_order', { order_id: 1, deep: nested(31) })).toMatch(/nested deeper than 31 levels/);
  });

  it('is a chart of more points than whoever draws it takes [AUI-27]', () => {
    const source = Array.from({ length: 10_000 }, (_, at) => [at, at]);
    const args = { spec: { xAxis: {}, yAxis: {}, series: [{ type: 'line' }] }, data: { source } };
    expect(faultOf('show_chart', args)).toMatch(/5000/);
    expect(maker.ofCall({ tool: 'show_chart', args }, BROWSER_CHART_LIMITS)).toHaveProperty('envelope');
  });

  it('is a style where no layer is registered [AUI-30]', () => {
    const none = createEnvelopeMaker({ components: createComponents([]), mapLayers: [] });
    expect(none.ofCall({ tool: 'apply_layer_style', args: { layer: 'pipes', style: { width: 1 } } })).toEqual({
      fault: 'no layer of the map is registered; name them in map_layers',
    });
  });
});

it('render_junctions without a reference waits for its result', () => {
  expect(call('render_junctions', { area: 'north', fallbackText: 'Four.' })).toEqual({
    awaitsResult: true,
    fallbackText: 'Four.',
  });
});
