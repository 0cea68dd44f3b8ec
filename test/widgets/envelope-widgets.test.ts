import { describe, expect, it } from 'vitest';
import { chart } from '../../src/widgets/chart/index.ts';
import { mapAction } from '../../src/widgets/map_action/index.ts';
import { registeredComponent } from '../../src/widgets/registered_component/index.ts';

const base = { type: 'chart', id: 'ui_1', surface: 'chat_inline', grammar: 'echarts-safe-subset' } as const;

describe('a chart', () => {
  const parse = (spec: unknown, data: unknown = null, more: object = {}) =>
    chart.schema.parse({ ...base, spec, data, ...more });
  const axes = { xAxis: {}, yAxis: {} };

  it('is made anew whoever sent it, and refused where it is none [AUI-26]', () => {
    expect(parse({ series: [{ type: 'pie', data: [1], formatter: 'x' }] }).spec.series).toEqual([
      { type: 'pie', data: [1] },
    ]);
    expect(chart.schema.safeParse({ ...base, spec: { series: [{ type: 'custom' }] }, data: null }).success).toBe(false);
    expect(chart.schema.safeParse({ ...base, grammar: 'vega', spec: {}, data: null }).success).toBe(false);
  });

  it('is its words and a table', () => {
    const widget = parse(
      { ...axes, series: [{ type: 'bar' }] },
      { source: [{ day: 'Mon', flow: 1 }] },
      { fallbackText: 'One.' },
    );
    expect(chart.lower(widget)).toEqual([
      { type: 'note', widgetId: 'ui_1', text: 'One.' },
      { type: 'table', widgetId: 'ui_1', headers: ['day', 'flow'], rows: [['Mon', '1']] },
    ]);
    expect(chart.fallback(widget)).toBe('One.');
  });

  it('without words is its title; of many rows it tells how many are left out', () => {
    const source = Array.from({ length: 40 }, (_, hour) => Array.from({ length: 9 }, (_, at) => hour + at));
    const widget = parse({ ...axes, title: { text: 'Flow' }, series: [{ type: 'line' }] }, { source });
    const [note, table] = chart.lower(widget);
    expect(note).toMatchObject({ text: 'Flow\nThe first 30 of 40 rows. 1 more column left out.' });
    expect(table).toMatchObject({ rows: { length: 30 }, headers: { length: 8 } });
  });

  it('without words is said row by row', () => {
    const widget = parse({
      title: { text: 'Share' },
      series: [
        {
          type: 'pie',
          data: [
            { name: 'A', value: 1 },
            { name: 'B', value: null },
          ],
        },
      ],
    });
    expect(chart.fallback(widget)).toBe('Share\nName: A, Value: 1\nName: B');
  });

  it('without anything says so', () => {
    const widget = parse({ series: [{ type: 'pie', data: [] }] });
    expect([chart.lower(widget), chart.fallback(widget)]).toEqual([
      [{ type: 'note', widgetId: 'ui_1', text: 'A chart without data.' }],
      'A chart without data.',
    ]);
  });
});

describe('a map action', () => {
  const parse = (action: string, params: unknown, more: object = {}) =>
    mapAction.schema.parse({ type: 'map_action', id: 'ui_1', surface: 'map_overlay', action, params, ...more });
  const ref = 'A'.repeat(32);

  it.each<[string, unknown, object, string]>([
    ['zoom_to_map', { bbox: [8, 47, 9, 48] }, {}, 'On the map: from 47, 8 to 48, 9.'],
    ['locate_features', { layer: 'valves', ids: ['a', 7] }, {}, 'On the map, in valves: a, 7.'],
    [
      'apply_layer_style',
      { layer: 'pipes', style: { width: 1 } },
      {},
      'The layer pipes is drawn in another way on the map in the web application.',
    ],
    ['render_junctions', { render_ref: ref }, {}, 'Junctions are marked on the map in the web application.'],
    [
      'render_junctions',
      { render_ref: ref },
      { junctions: { count: 3 } },
      '3 junctions are marked on the map in the web application.',
    ],
    ['render_junctions', { render_ref: ref }, { junctions: { count: 1, point: [8, 47] } }, 'On the map: one junction.'],
    ['render_junctions', {}, { junctions: { count: 3 } }, '3 junctions, which only a map can show.'],
    ['zoom_to_map', { bbox: [8, 47, 9, 48] }, { fallbackText: 'Zürich.' }, 'Zürich.'],
  ])('%s %j %j is words', (action, params, more, words) => {
    const widget = parse(action, params, more);
    expect(mapAction.fallback(widget)).toBe(words);
    expect(mapAction.lower(widget)).toMatchObject([{ type: 'note', widgetId: 'ui_1', text: words }]);
  });

  it('that is a place only leaves its degrees to whoever prints it, and names them in words', () => {
    const widget = parse('zoom_to_map', { center: [8.5, 47.25], zoom: 3 });
    expect(mapAction.fallback(widget)).toBe('On the map: 47.25, 8.5.');
    expect(mapAction.lower(widget)).toEqual([
      { type: 'note', widgetId: 'ui_1', text: 'On the map:', point: { latitude: 47.25, longitude: 8.5 } },
    ]);
  });

  it('names 20 features and counts the others', () => {
    const widget = parse('locate_features', { layer: 'valves', ids: Array.from({ length: 23 }, (_, at) => at) });
    expect(mapAction.fallback(widget)).toMatch(/ 18, 19 and 3 more\.$/);
  });

  it('is a place where one is meant', () => {
    const placeOf = (action: string, params: unknown, more: object = {}) => {
      const [lowered] = mapAction.lower(parse(action, params, more));
      return lowered?.type === 'note' ? lowered.point : undefined;
    };
    expect(placeOf('zoom_to_map', { center: [8.5, 47.25], zoom: 3 })).toEqual({ latitude: 47.25, longitude: 8.5 });
    expect(placeOf('render_junctions', { render_ref: ref }, { junctions: { count: 1, point: [8, 47] } })).toEqual({
      latitude: 47,
      longitude: 8,
    });
    expect(placeOf('render_junctions', { render_ref: ref }, { junctions: { count: 2 } })).toBeUndefined();
    expect(placeOf('zoom_to_map', { bbox: [8, 47, 9, 48] })).toBeUndefined();
  });

  it.each([
    ['draw_line', {}],
    ['zoom_to_map', { center: [8, 97], zoom: 3 }],
    ['render_junctions', { render_ref: ref, features: [] }],
  ])('%s %j is refused [AUI-8, AUI-17]', (action, params) => {
    const widget = { type: 'map_action', id: 'ui_1', surface: 'map_overlay', action, params };
    expect(mapAction.schema.safeParse(widget).success).toBe(false);
  });
});

describe('a registered component', () => {
  const words = (component: string, props: object, more: object = {}) =>
    registeredComponent.fallback(
      registeredComponent.schema.parse({
        type: 'registered_component',
        id: 'ui_1',
        surface: 'canvas',
        component,
        props,
        ...more,
      }),
    );
  const week = { start_time: '2026-03-01T00:00:00Z', end_time: '2026-03-08T00:00:00Z' };
  const many = Array.from({ length: 12 }, (_, at) => `p${at}`);

  it.each<[string, object, string]>([
    [
      'HistoryPanel',
      { device_ids: ['p1'], ...week },
      'The history of p1 from 2026-03-01 00:00 UTC to 2026-03-08 00:00 UTC can be seen in the web application.',
    ],
    ['ScadaPanel', { device_ids: ['p1', 'p2'] }, 'A live panel (p1, p2) can be seen in the web application.'],
    [
      'ScadaPanel',
      { device_ids: many, title: 'North' },
      'North (p0, p1, p2, p3, p4, p5, p6, p7, p8, p9 and 2 more) can be seen in the web application.',
    ],
    ['OrderPanel', { secret: 'x' }, 'The panel OrderPanel can be seen in the web application.'],
    ['HistoryPanel', { wrong: true }, 'The panel HistoryPanel can be seen in the web application.'],
  ])('%s %j is words', (component, props, said) => {
    expect(words(component, props)).toBe(said);
  });

  it('is the words that came with it', () => {
    expect(words('OrderPanel', {}, { fallbackText: ' Order 7. ' })).toBe('Order 7.');
  });
});
