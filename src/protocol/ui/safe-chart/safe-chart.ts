import { harmInJson, isLargerThan } from '../plain-json.ts';
import type { ChartOption, ChartScalar } from './chart-option.ts';
import { readDataset } from './dataset.ts';
import { checkDrawable } from './drawable.ts';
import {
  type ChartLimits,
  MAX_AXES,
  MAX_COLORS,
  MAX_DATA_BYTES,
  MAX_DEPTH,
  MAX_INDICATORS,
  MAX_LEGEND_ENTRIES,
  MAX_SPEC_BYTES,
} from './limits.ts';
import {
  ChartRefused,
  color,
  either,
  flag,
  index,
  keys,
  list,
  number,
  oneOf,
  oneOrMore,
  perLimits,
  type Rule,
  refuse,
  refuseKeys,
  scalar,
  text,
} from './rules.ts';
import { length, readSeries } from './series.ts';

/*
 * The safe subset of ECharts is an allow-list. The option that comes out is made anew, key by key: nothing of the given
 * objects is in it, so what is not named in `ChartOption` cannot be either.
 *
 * - Left out: what only decorates, whatever it holds. `formatter`, `rich`, `graphic`, `toolbox`, `dataView`, `link`,
 *   `extraCssText`, `backgroundColor`, `symbol` (images by URL or file), `itemStyle`, `axisLabel`, `media`, `animation`.
 * - Refused: what makes it another chart when it is left out. `dataset.transform` (whose filters also run patterns),
 *   `renderItem` and the type `custom`, `baseOption`, `options`, `timeline`, other coordinate systems, data by rows,
 *   several datasets; what is over a limit; what ECharts could not draw.
 * - Refused for what it is: a key that is a prototype's, a function, a value that is no JSON, at any depth.
 */

/** They hold charts of their own, of which one is drawn. */
const TRAPS = ['baseOption', 'options', 'timeline'];

const bound = either(number, text);

const axis = (points: number) =>
  oneOrMore(
    keys({
      type: oneOf(['value', 'category', 'time', 'log']),
      name: text,
      data: entriesRule(points),
      min: bound,
      max: bound,
      inverse: flag,
      position: oneOf(['top', 'bottom', 'left', 'right']),
    }),
    MAX_AXES,
  );

const palette = list(color, MAX_COLORS);

const decoration = keys({
  color: palette,
  title: titleRule,
  legend: keys({ show: flag, data: list(nameRule, MAX_LEGEND_ENTRIES), orient: oneOf(['horizontal', 'vertical']) }),
  grid: keys({
    left: length,
    right: length,
    top: length,
    bottom: length,
    width: length,
    height: length,
    containLabel: flag,
  }),
});

const visualMap = keys({ min: number, max: number, dimension: index(999), inRange: inRangeRule });

/** What a chart is measured by. */
const scales = perLimits(({ points }) =>
  keys({
    tooltip: tooltipRule,
    xAxis: axis(points),
    yAxis: axis(points),
    radar: radarRule,
    visualMap: (value, at) => visualMap(Array.isArray(value) ? value[0] : value, at),
  }),
);

/**
 * Makes the option of a chart from what an agent wrote, or says why there is none. `data` is `{dimensions?, source}`,
 * in the place of the spec's own dataset, or null. The refusal is a sentence that quotes nothing. Doing it again with
 * what came out changes nothing. Costs linear time.
 */
export function safeChart(
  spec: unknown,
  data: unknown,
  limits: ChartLimits,
): { option: ChartOption } | { refusal: string } {
  try {
    checkSize(spec, 'spec', MAX_SPEC_BYTES);
    checkSize(data, 'data', MAX_DATA_BYTES);
    const option = read(spec, data ?? null, limits);
    checkDrawable(option);
    const { dataset, ...rest } = option;
    // Rows take more room than columns, and objects that share no key much more.
    if (isLargerThan(rest, MAX_SPEC_BYTES)) refuse('spec', `is larger than ${MAX_SPEC_BYTES} bytes`);
    if (dataset && isLargerThan(dataset, MAX_DATA_BYTES)) refuse('data', `is larger than ${MAX_DATA_BYTES} bytes`);
    return { option };
  } catch (error) {
    if (error instanceof ChartRefused) return { refusal: error.message };
    throw error;
  }
}

function checkSize(value: unknown, at: string, maxBytes: number): void {
  // Every value takes a byte at least.
  const harm = value === undefined ? undefined : harmInJson(value, { maxDepth: MAX_DEPTH, maxNodes: maxBytes });
  if (harm !== undefined) refuse(at, harm);
  if (isLargerThan(value, maxBytes)) refuse(at, `is larger than ${maxBytes} bytes`);
}

function read(spec: unknown, data: unknown, limits: ChartLimits): ChartOption {
  if (typeof spec !== 'object' || spec === null || Array.isArray(spec)) return refuse('spec', 'is no object');
  if (data !== null && (typeof data !== 'object' || Array.isArray(data))) {
    return refuse('data', 'is neither null nor {dimensions, source}');
  }
  refuseKeys(spec, TRAPS, 'spec');
  const given = spec as Readonly<Record<string, unknown>>;
  const dataset = readDataset(given.dataset, 'dataset', limits);
  const bound = data === null ? dataset : (readDataset(data, 'data', limits) ?? refuse('data', 'has no source'));
  return {
    animation: false,
    ...decoration(given, 'spec'),
    ...scales(limits)(given, 'spec'),
    ...(bound && { dataset: bound }),
    series: readSeries(given.series, 'series', limits),
  };
}

const titled = keys({ text });

function titleRule(value: unknown, at: string): { text: string } | undefined {
  const title = titled(Array.isArray(value) ? value[0] : value, at);
  return title?.text === undefined ? undefined : { text: title.text };
}

const triggered = keys({ trigger: oneOf(['item', 'axis', 'none']) });

function tooltipRule(value: unknown, at: string): ChartOption['tooltip'] {
  const tooltip = triggered(value, at);
  return tooltip && { renderMode: 'richText', ...tooltip };
}

const spoke = keys({ name: nameRule, min: number, max: number });
const indicator: Rule<NonNullable<ChartOption['radar']>['indicator'][number]> = (value, at) => {
  const read = spoke(value, at);
  return read && { ...read, name: read.name ?? '' };
};

const web = keys({ indicator: list(indicator, MAX_INDICATORS), shape: oneOf(['polygon', 'circle']) });

function radarRule(value: unknown, at: string): ChartOption['radar'] {
  const radar = web(Array.isArray(value) ? value[0] : value, at);
  return radar?.indicator && { ...radar, indicator: radar.indicator };
}

const colored = keys({ color: palette });

function inRangeRule(value: unknown, at: string): { color: string[] } | undefined {
  const range = colored(value, at);
  return range?.color && { color: range.color };
}

/** A name, also one that was written as `{name}` or as a number. */
function nameRule(value: unknown, at: string): string | undefined {
  const name = typeof value === 'object' && value !== null && 'name' in value ? value.name : value;
  return text(typeof name === 'number' ? String(name) : name, at);
}

/** What stands along an axis, also what was written as `{value}`. Without it the points would stand elsewhere. */
function entriesRule(points: number): Rule<ChartScalar[]> {
  const entry: Rule<ChartScalar> = (value, at) =>
    scalar(typeof value === 'object' && value !== null && 'value' in value ? value.value : value, at);
  const entries = list(entry, points);
  return (value, at) => entries(value, at) ?? refuse(at, 'is no list of texts and numbers');
}
