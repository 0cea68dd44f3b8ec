import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BROWSER_CHART_LIMITS, SERVER_CHART_LIMITS } from '../../../src/protocol/ui/safe-chart/limits.ts';
import { safeChart } from '../../../src/protocol/ui/safe-chart/safe-chart.ts';

const bars = {
  xAxis: { type: 'category', data: ['Mon', 'Tue'] },
  yAxis: { type: 'value' },
  series: [{ type: 'bar', data: [1, 2] }],
};

function optionOf(spec: unknown, data: unknown = null, limits = SERVER_CHART_LIMITS) {
  const made = safeChart(spec, data, limits);
  if ('refusal' in made) throw new Error(made.refusal);
  return made.option;
}

function refusalOf(spec: unknown, data: unknown = null, limits = SERVER_CHART_LIMITS) {
  const made = safeChart(spec, data, limits);
  return 'refusal' in made ? made.refusal : undefined;
}

describe('a safe chart', () => {
  it('is made anew of what the subset has [AUI-26]', () => {
    const spec = {
      color: ['#1e88e5', 'rgb(10, 20, 30)'],
      title: { text: 'Flow' },
      legend: { data: ['Inlet'], orient: 'vertical' },
      tooltip: { trigger: 'axis' },
      grid: { left: '5%', right: 20, containLabel: true },
      xAxis: { type: 'time', name: 'When' },
      yAxis: [
        { type: 'value', name: 'm³/h', min: 0, max: 10 },
        { type: 'log', position: 'right' },
      ],
      visualMap: { min: 0, max: 5, inRange: { color: ['#fff', '#000'] } },
      series: [
        { type: 'line', name: 'Inlet', encode: { x: 'time', y: 'flow' }, smooth: true, areaStyle: {}, stack: 'all' },
        { type: 'scatter', data: [[1, 2, null]], yAxisIndex: 1 },
      ],
    };
    const option = optionOf(spec, { dimensions: ['time', 'flow'], source: [['2026-03-01', 3.5]] });
    expect(option).toEqual({
      animation: false,
      color: ['#1e88e5', 'rgb(10, 20, 30)'],
      title: { text: 'Flow' },
      legend: { data: ['Inlet'], orient: 'vertical' },
      tooltip: { renderMode: 'richText', trigger: 'axis' },
      grid: { left: '5%', right: 20, containLabel: true },
      xAxis: [{ type: 'time', name: 'When' }],
      yAxis: [
        { type: 'value', name: 'm³/h', min: 0, max: 10 },
        { type: 'log', position: 'right' },
      ],
      visualMap: { min: 0, max: 5, inRange: { color: ['#fff', '#000'] } },
      dataset: { dimensions: ['time', 'flow'], source: [['2026-03-01', 3.5]] },
      series: [
        { type: 'line', name: 'Inlet', encode: { x: 'time', y: 'flow' }, smooth: true, areaStyle: {}, stack: 'all' },
        { type: 'scatter', data: [[1, 2, null]], yAxisIndex: 1 },
      ],
    });
    expect(option.series).not.toBe(spec.series);
  });

  it.each([
    [{ type: 'pie', radius: ['40%', 80], data: [{ name: 'A', value: 3 }] }, {}],
    [{ type: 'gauge', min: 0, max: 100, data: [{ name: 'Level', value: 40 }] }, {}],
    [
      { type: 'radar', data: [{ name: 'Ann', value: [1, 2] }] },
      { radar: { indicator: [{ name: 'a', max: 5 }, { name: 'b' }] } },
    ],
    [
      { type: 'heatmap', data: [[0, 0, 5]] },
      { ...bars, visualMap: { min: 0, max: 5 } },
    ],
  ])('draws a %j', (series, around) => {
    expect(optionOf({ ...around, series: [series] }).series).toEqual([series]);
  });
});

describe('decoration is left out, whatever it holds', () => {
  const hostile = {
    formatter: 'function(){alert(1)}',
    extraCssText: 'background:url(//x)',
    rich: { a: { backgroundColor: { image: '/etc/passwd' } } },
    backgroundColor: { image: 'https://x.example/1.png' },
    symbol: 'image:///etc/shadow.png',
    link: 'javascript:alert(1)',
    sublink: 'javascript:alert(1)',
    target: 'self',
    animation: true,
    animationDuration: 1e9,
    axisLabel: { interval: 'function(){}', formatter: '{value}' },
    itemStyle: { color: 'url(#x)', decal: { symbol: 'path://M0 0' } },
    label: { formatter: '<img src=x onerror=alert(1)>' },
    markPoint: { tooltip: { formatter: 'x' }, symbol: 'path://M0 0', data: [{ symbol: 'image://x' }] },
    tooltip: { formatter: 'x', extraCssText: 'x', renderMode: 'html' },
  };

  it('at every depth [AUI-26, HI-54, HI-58]', () => {
    const spec = {
      ...hostile,
      title: { text: 'Flow', ...hostile },
      legend: { ...hostile, icon: 'image://x' },
      tooltip: { trigger: 'item', ...hostile },
      grid: { ...hostile, left: 3 },
      xAxis: { type: 'category', data: [{ value: 'Mon', textStyle: hostile }], ...hostile },
      yAxis: { ...hostile },
      visualMap: { min: 0, max: 1, ...hostile },
      graphic: [{ type: 'image', style: { image: '/var/lib/x.png' } }],
      toolbox: { feature: { dataView: { optionToContent: 'x' }, saveAsImage: {} } },
      geo: { map: 'world' },
      media: [{ option: {} }],
      series: [{ type: 'bar', data: [{ value: 1, ...hostile }], ...hostile }],
    };
    expect(optionOf(spec)).toEqual({
      animation: false,
      title: { text: 'Flow' },
      legend: {},
      tooltip: { renderMode: 'richText', trigger: 'item' },
      grid: { left: 3 },
      xAxis: [{ type: 'category', data: ['Mon'] }],
      yAxis: [{}],
      visualMap: { min: 0, max: 1 },
      series: [{ type: 'bar', data: [{ value: 1 }] }],
    });
  });

  it('and tooltips are drawn as text, so that a name is never HTML [HI-62]', () => {
    const name = '<img src=x onerror=alert(1)>';
    const option = optionOf({ ...bars, tooltip: {}, legend: {}, series: [{ type: 'bar', name, data: [1] }] });
    expect(option.tooltip).toEqual({ renderMode: 'richText' });
    expect(option.series[0]?.name).toBe(name);
  });

  it.each(['red', 'url(#a)', 'rgb(1,2,3);x', 'var(--x)', '#12', 7])(
    'a palette with the colour %j is left out',
    (color) => {
      expect(optionOf({ ...bars, color: ['#fff', color] }).color).toBeUndefined();
    },
  );

  it('and lengths beyond any screen are brought down [HI-50]', () => {
    const option = optionOf({
      ...bars,
      width: 100_000,
      height: 100_000,
      grid: { width: 100_000, height: 1e308, top: -5 },
    });
    expect(option.grid).toEqual({ width: 10_000, height: 10_000, top: 0 });
    expect(option).not.toHaveProperty('width');
  });
});

describe('what would make it another chart is refused', () => {
  it.each<[string, unknown, string]>([
    [
      'a transform of the dataset, whose filter may hold a pattern [HI-52]',
      { ...bars, dataset: [{ source: [[1]], transform: { type: 'filter', config: { reg: '(a+)+$' } } }] },
      'dataset has "transform", which a chart may not have here',
    ],
    [
      'several datasets',
      { ...bars, dataset: [{ source: [] }, { fromDatasetIndex: 0 }] },
      'dataset has several datasets, one is the limit',
    ],
    [
      'renderItem',
      { ...bars, series: [{ type: 'bar', renderItem: 'x', data: [] }] },
      'series[0] has "renderItem", which a chart may not have here',
    ],
    [
      'the type custom',
      { ...bars, series: [{ type: 'custom', data: [] }] },
      'series[0].type is none of line, bar, pie, scatter, radar, heatmap, gauge',
    ],
    [
      'the type map',
      { series: [{ type: 'map', map: 'x', data: [] }] },
      'series[0].type is none of line, bar, pie, scatter, radar, heatmap, gauge',
    ],
    ['a timeline', { ...bars, timeline: {} }, 'spec has "timeline", which a chart may not have here'],
    ['a base option', { baseOption: bars }, 'spec has "baseOption", which a chart may not have here'],
    [
      'another coordinate system',
      { ...bars, series: [{ type: 'scatter', coordinateSystem: 'geo', data: [] }] },
      'series[0].coordinateSystem is not "cartesian2d"',
    ],
    [
      'data by rows',
      { ...bars, series: [{ type: 'bar', seriesLayoutBy: 'row', data: [] }] },
      'series[0].seriesLayoutBy is not "column": give the data as rows',
    ],
    ['no series', { title: { text: 'x' } }, 'series is missing: a chart has at least one'],
    ['a series without data', { ...bars, series: [{ type: 'bar' }] }, 'series[0] has no data, and there is no dataset'],
    ['a series without axes', { series: [{ type: 'bar', data: [1] }] }, 'series[0] needs an xAxis that is not there'],
    [
      'an axis that is not there',
      { ...bars, series: [{ type: 'bar', data: [1], yAxisIndex: 1 }] },
      'series[0] needs a yAxis that is not there',
    ],
    [
      'a heatmap without a scale',
      { ...bars, series: [{ type: 'heatmap', data: [[0, 0, 1]] }] },
      'series[0] is a heatmap, which needs a visualMap',
    ],
    [
      'a radar without indicators',
      { series: [{ type: 'radar', data: [] }] },
      'series[0] is a radar, which needs radar.indicator',
    ],
    ['an axis of things', { ...bars, xAxis: { data: [[1]] } }, 'spec.xAxis.data is no list of texts and numbers'],
    [
      'points that are no values',
      { ...bars, series: [{ type: 'bar', data: [{ value: {} }] }] },
      'series[0].data.value holds something else than texts, numbers and nulls',
    ],
    ['no object', 'option = {}', 'spec is no object'],
  ])('%s', (_, spec, refusal) => {
    expect(refusalOf(spec)).toBe(refusal);
  });

  it.each(['__proto__', 'constructor', 'prototype'])('a key %s at any depth [AUI-29]', (key) => {
    const inner = JSON.parse(`{"${key}": {"x": 1}}`) as unknown;
    expect(refusalOf({ ...bars, graphic: [{ a: inner }] })).toBe("spec holds a key that is a prototype's");
    expect(refusalOf(bars, { source: [inner] })).toBe("data holds a key that is a prototype's");
  });

  it.each([() => 1, Symbol('x'), 1n, Number.NaN, Number.POSITIVE_INFINITY, undefined, new Date(0), new Map()])(
    'what JSON does not have: %s',
    (value) => {
      expect(refusalOf({ ...bars, toolbox: { x: value } })).toBe('spec holds something that is no JSON');
    },
  );
});

describe('data', () => {
  const spec = { xAxis: { type: 'category' }, yAxis: {}, series: [{ type: 'bar' }] };
  const dataset = {
    dimensions: ['day', 'flow'],
    source: [
      ['Mon', 3],
      ['Tue', null],
    ],
  };

  it.each<[string, unknown]>([
    [
      'rows with dimensions',
      {
        dimensions: ['day', 'flow'],
        source: [
          ['Mon', 3],
          ['Tue', null],
        ],
      },
    ],
    [
      'rows with a header',
      {
        source: [
          ['day', 'flow'],
          ['Mon', 3],
          ['Tue', null],
        ],
      },
    ],
    ['objects', { source: [{ day: 'Mon', flow: 3 }, { day: 'Tue' }] }],
    [
      'objects with dimensions',
      {
        dimensions: ['day', { name: 'flow', type: 'number' }],
        source: [{ day: 'Mon', flow: 3, x: 1 }, { day: 'Tue' }],
      },
    ],
    ['columns', { source: { day: ['Mon', 'Tue'], flow: [3] } }],
  ])('as %s is rows in the place of the dataset [AUI-28]', (_, data) => {
    expect(optionOf(spec, data).dataset).toEqual(dataset);
  });

  it('may stand in the spec, with data null [AUI-28]', () => {
    expect(optionOf({ ...spec, dataset }, null).dataset).toEqual(dataset);
  });

  it('stands in for a dataset of the spec', () => {
    expect(optionOf({ ...spec, dataset: { source: [[1]] } }, dataset).dataset).toEqual(dataset);
  });

  it('of texts only is not taken for a header', () => {
    const texts = { dimensions: ['day', 'state'], source: [{ day: 'Mon', state: 'open' }] };
    expect(optionOf(spec, texts).dataset).toEqual({
      dimensions: ['day', 'state'],
      source: [['Mon', 'open']],
      sourceHeader: false,
    });
  });

  it.each<[unknown, string]>([
    [[], 'data is neither null nor {dimensions, source}'],
    [{}, 'data has no source'],
    [{ source: 'x' }, 'data.source is no list of rows'],
    [{ source: [[{}]] }, 'data.source holds something else than texts, numbers and nulls'],
    [{ source: [[1], { a: 1 }] }, 'data.source has objects beside rows that are none'],
    [{ source: [['a\ud800']] }, 'data holds a text that is not well-formed'],
    [{ source: [[1]], transform: {} }, 'data has "transform", which a chart may not have here'],
  ])('as %j is refused', (data, refusal) => {
    expect(refusalOf(spec, data)).toBe(refusal);
  });
});

describe('limits [AUI-27]', () => {
  const rows = (count: number) => Array.from({ length: count }, (_, index) => [index, 1]);
  const scatter = (count: number) => ({
    ...bars,
    series: [{ type: 'scatter', data: Array.from({ length: count }, () => 1) }],
  });

  it('a series has 5,000 points on the server and 20,000 in a browser', () => {
    expect(refusalOf(scatter(5_000))).toBeUndefined();
    expect(refusalOf(scatter(5_001))).toBe('series[0].data has 5001 items, 5000 are the limit');
    expect(refusalOf(scatter(20_000), null, BROWSER_CHART_LIMITS)).toBeUndefined();
    expect(refusalOf(scatter(20_001), null, BROWSER_CHART_LIMITS)).toBe(
      'series[0].data has 20001 items, 20000 are the limit',
    );
  });

  it('and so have the rows of a dataset', () => {
    expect(refusalOf(bars, { source: rows(5_000) })).toBeUndefined();
    expect(refusalOf(bars, { source: rows(5_001) })).toBe('data.source has 5001 rows, 5000 are the limit');
    expect(refusalOf(bars, { source: rows(20_000) }, BROWSER_CHART_LIMITS)).toBeUndefined();
  });

  it('20 series pass and 21 do not', () => {
    const series = (count: number) => ({
      ...bars,
      series: Array.from({ length: count }, () => ({ type: 'bar', data: [1] })),
    });
    expect(refusalOf(series(20))).toBeUndefined();
    expect(refusalOf(series(21))).toBe('series has 21 items, 20 are the limit');
  });

  it('200 entries of a legend pass and 201 do not, written out or not', () => {
    const names = (count: number) => Array.from({ length: count }, (_, index) => `n${index}`);
    const pie = (count: number) => ({
      legend: {},
      series: [{ type: 'pie', data: names(count).map((name) => ({ name, value: 1 })) }],
    });
    expect(refusalOf({ ...bars, legend: { data: names(200) } })).toBeUndefined();
    expect(refusalOf({ ...bars, legend: { data: names(201) } })).toBe(
      'spec.legend.data has 201 items, 200 are the limit',
    );
    expect(refusalOf(pie(200))).toBeUndefined();
    expect(refusalOf(pie(201))).toBe('legend would have 201 entries, 200 are the limit');
  });

  it('a text has 200 characters', () => {
    expect(refusalOf({ ...bars, title: { text: 'x'.repeat(200) } })).toBeUndefined();
    expect(refusalOf({ ...bars, title: { text: 'x'.repeat(201) } })).toBe(
      'spec.title.text has a text longer than 200 characters',
    );
    expect(refusalOf(bars, { source: [{ ['k'.repeat(201)]: 1 }] })).toBe(
      'data.source has a text longer than 200 characters',
    );
  });

  it('nesting goes 12 levels deep', () => {
    const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) });
    expect(refusalOf({ ...bars, graphic: nested(11) })).toBeUndefined();
    expect(refusalOf({ ...bars, graphic: nested(12) })).toBe('spec is nested deeper than 12 levels');
  });

  it('the spec has 64 KB and the data 512 KB, in bytes', () => {
    const padded = (bytes: number) => ({ ...bars, x: 'x'.repeat(bytes - JSON.stringify({ ...bars, x: '' }).length) });
    expect(refusalOf(padded(65_536))).toBeUndefined();
    expect(refusalOf(padded(65_537))).toBe('spec is larger than 65536 bytes');
    expect(refusalOf({ ...bars, x: 'é'.repeat(33_000) })).toBe('spec is larger than 65536 bytes');
    expect(refusalOf(bars, { source: [[1]], x: 'x'.repeat(524_288) })).toBe('data is larger than 524288 bytes');
  });

  it('rows that share no key are no way around them', () => {
    const source = Array.from({ length: 5_000 }, (_, index) => ({ [`k${index % 199}`]: 1 }));
    expect(refusalOf(bars, { source })).toBe('data.source has more than 262144 cells');
  });

  it('a value that holds itself, a list with holes, or millions of levels end at once', () => {
    const round: Record<string, unknown> = {};
    round.a = Array.from({ length: 1_000 }, () => round);
    expect(refusalOf({ ...bars, round })).toMatch(/^spec is (too large|nested)/);
    expect(refusalOf(bars, { source: new Array(1e9) })).toBe('data is too large');
    expect(refusalOf(bars, { source: new Array(1e4) })).toBe('data holds something that is no JSON');
    let deep: unknown = 1;
    for (let level = 0; level < 1e6; level++) deep = [deep];
    expect(refusalOf({ ...bars, deep })).toBe('spec is nested deeper than 12 levels');
  });

  it('half a megabyte of data costs little', () => {
    const source = Array.from({ length: 5_000 }, (_, index) => Array.from({ length: 17 }, (_, at) => index * at));
    expect(JSON.stringify(source).length).toBeGreaterThan(400_000);
    optionOf(bars, { source });
    const times = Array.from({ length: 9 }, () => {
      const begun = performance.now();
      optionOf(bars, { source });
      return performance.now() - begun;
    });
    // 10 ms on a machine of its own; the fastest of nine, with room for a busy one.
    expect(Math.min(...times)).toBeLessThan(60);
  });
});

describe('whatever comes in', () => {
  const scalar = fc.oneof(
    fc.string(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constant(null),
    fc.boolean(),
    fc.constant('image://x'),
    fc.constant('red'),
  );
  const words = [
    ...['type', 'name', 'data', 'value', 'min', 'max', 'text', 'formatter', 'smooth', 'rich', 'stack'],
    ...['source', 'dimensions', 'symbol', 'link', 'tooltip', 'encode', 'x', 'y', 'color', 'graphic', 'extra'],
  ];
  const tree = fc.letrec((tie) => ({
    node: fc.oneof({ depthSize: 'small' }, scalar, fc.array(tie('node'), { maxLength: 4 }), tie('members')),
    members: fc.oneof(
      { weight: 50, arbitrary: fc.dictionary(fc.constantFrom(...words), tie('node'), { maxKeys: 5 }) },
      {
        weight: 1,
        arbitrary: fc.dictionary(fc.constantFrom('__proto__', 'constructor', 'renderItem', 'transform'), tie('node')),
      },
    ),
  }));
  /** Mostly `usual`, so that most of what is made could be drawn. */
  const mostly = <A, B>(usual: fc.Arbitrary<A>, strange: fc.Arbitrary<B>) =>
    fc.oneof({ weight: 19, arbitrary: usual }, { weight: 1, arbitrary: strange });
  const series = fc
    .tuple(
      mostly(fc.constantFrom('line', 'bar', 'pie', 'scatter', 'gauge'), fc.constant('custom')),
      tree.members,
      mostly(fc.array(fc.oneof(scalar, fc.array(scalar, { maxLength: 3 })), { maxLength: 5 }), tree.node),
    )
    .map(([type, members, data]) => ({ ...members, type, data }));
  const parts = fc.dictionary(
    fc.constantFrom('title', 'legend', 'tooltip', 'grid', 'visualMap', 'radar', 'toolbox', 'graphic', 'dataset'),
    tree.node,
  );
  const spec = mostly(
    fc
      .tuple(tree.members, fc.array(series, { minLength: 1, maxLength: 3 }), parts, mostly(fc.constant({}), tree.node))
      .map(([members, all, given, xAxis]) => ({ ...members, ...given, xAxis, yAxis: [{}], series: all })),
    tree.node,
  );
  const row = fc.oneof(fc.array(scalar), fc.dictionary(fc.string(), scalar));
  const data = mostly(
    fc.oneof(fc.constant(null), fc.record({ source: mostly(fc.array(row, { maxLength: 5 }), tree.node) })),
    tree.node,
  );

  /** Every key that an option may have, by where it stands. */
  const ALLOWED = new Set(
    `animation color title text legend show data orient tooltip renderMode trigger grid left right top bottom width height
     containLabel xAxis yAxis type name min max inverse position radar indicator shape visualMap dimension inRange dataset
     dimensions source sourceHeader series encode x y value itemName stack smooth areaStyle xAxisIndex yAxisIndex radius`.split(
      /\s+/,
    ),
  );
  function strangeIn(value: unknown): unknown[] {
    if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return [];
    if (Array.isArray(value)) return value.flatMap(strangeIn);
    if (typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return [value];
    return Reflect.ownKeys(value).flatMap((key) =>
      typeof key === 'string' && ALLOWED.has(key) ? strangeIn((value as Record<string, unknown>)[key]) : [key],
    );
  }

  it('what comes out is the same as JSON, also where a number is -0', () => {
    const made = safeChart(
      { xAxis: {}, yAxis: [{}], series: [{ type: 'line', data: [-0] }] },
      null,
      SERVER_CHART_LIMITS,
    );
    expect(made).toMatchObject({ option: { series: [{ data: [0] }] } });
    expect(
      safeChart({ xAxis: {}, yAxis: {}, series: [{ type: 'line' }] }, { source: [[-0]] }, SERVER_CHART_LIMITS),
    ).toMatchObject({
      option: { dataset: { source: [[0]] } },
    });
  });

  it('what comes out has allowed keys only, and comes out of itself unchanged', () => {
    let drawn = 0;
    fc.assert(
      fc.property(spec, data, (given, rows) => {
        const made = safeChart(given, rows, SERVER_CHART_LIMITS);
        if ('refusal' in made) return;
        drawn++;
        expect(strangeIn(made.option)).toEqual([]);
        expect(JSON.parse(JSON.stringify(made.option))).toEqual(made.option);
        const { dataset, ...rest } = made.option;
        expect(safeChart(rest, dataset ?? null, SERVER_CHART_LIMITS)).toEqual(made);
        expect(safeChart(made.option, null, SERVER_CHART_LIMITS)).toEqual(made);
      }),
      { numRuns: 1_000 },
    );
    expect(drawn).toBeGreaterThan(100);
  });
});
