import { type ChartPoint, type ChartSeries, SERIES_TYPES } from './chart-option.ts';
import { type ChartLimits, MAX_SERIES, MAX_VALUES } from './limits.ts';
import {
  between,
  either,
  flag,
  index,
  keys,
  list,
  number,
  oneOf,
  perLimits,
  type Rule,
  refuse,
  refuseKeys,
  scalar,
  text,
} from './rules.ts';

/** They run code, read the data in another way, or draw in a place that is not offered. */
const TRAPS = ['renderItem', 'transform', 'datasetId', 'geoIndex', 'calendarIndex', 'polarIndex', 'singleAxisIndex'];

/** Percent of the picture. */
export const percent: Rule<string> = (value) =>
  typeof value === 'string' && /^(?:100|\d{1,2})(?:\.\d{1,3})?%$/.test(value) ? value : undefined;

/** 10,000 pixels are more than any screen has; what is more is brought down to it. */
export const MAX_PIXELS = 10_000;
export const length = either(between(0, MAX_PIXELS), percent);

const target = either(text, index(999));

const seriesRules = perLimits((limits) =>
  keys({
    type: oneOf(SERIES_TYPES),
    name: text,
    data: pointsRule(limits),
    encode: keys({
      x: either(target, list(target, MAX_VALUES)),
      y: either(target, list(target, MAX_VALUES)),
      value: either(target, list(target, MAX_VALUES)),
      itemName: either(target, list(target, MAX_VALUES)),
    }),
    stack: text,
    smooth: either(flag, between(0, 1)),
    areaStyle,
    xAxisIndex: index(9),
    yAxisIndex: index(9),
    radius: either(length, list(length, 2)),
    min: number,
    max: number,
  }),
);

/** The series of a chart, without their data's limits by kind. */
export function readSeries(value: unknown, at: string, limits: ChartLimits): ChartSeries[] {
  const given: readonly unknown[] = Array.isArray(value) ? value : value === undefined ? [] : [value];
  if (given.length === 0) refuse(at, 'is missing: a chart has at least one');
  if (given.length > MAX_SERIES) refuse(at, `has ${given.length} items, ${MAX_SERIES} are the limit`);
  const rules = seriesRules(limits);
  return given.map((series, position) => {
    const place = `${at}[${position}]`;
    refuseOtherReadings(series, place);
    const { type, ...rest } = rules(series, place) ?? refuse(place, 'is no object');
    if (type === undefined) return refuse(`${place}.type`, `is none of ${SERIES_TYPES.join(', ')}`);
    return { type, ...rest };
  });
}

function refuseOtherReadings(series: unknown, at: string): void {
  refuseKeys(series, TRAPS, at);
  const {
    coordinateSystem = 'cartesian2d',
    seriesLayoutBy = 'column',
    datasetIndex = 0,
  } = Object(series) as Record<string, unknown>;
  if (coordinateSystem !== 'cartesian2d') refuse(`${at}.coordinateSystem`, 'is not "cartesian2d"');
  if (seriesLayoutBy !== 'column') refuse(`${at}.seriesLayoutBy`, 'is not "column": give the data as rows');
  if (datasetIndex !== 0) refuse(`${at}.datasetIndex`, 'is not 0: a chart has one dataset');
}

function pointsRule({ points }: ChartLimits): Rule<ChartPoint[]> {
  const whole = list(point, points);
  return (value, at) => whole(value, at) ?? refuse(at, 'is no list of points');
}

function point(value: unknown, at: string): ChartPoint {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return pointValue(value, at);
  const { name, value: given } = value as Record<string, unknown>;
  const named = name === undefined ? undefined : scalar(name, `${at}.name`);
  return {
    ...(named !== undefined && named !== null && { name: String(named) }),
    value: given === undefined ? null : pointValue(given, `${at}.value`),
  };
}

function pointValue(value: unknown, at: string) {
  if (!Array.isArray(value)) return scalar(value, at) ?? orNull(value, at);
  if (value.length > MAX_VALUES) refuse(at, `has a point of ${value.length} values, ${MAX_VALUES} are the limit`);
  return value.map((given) => scalar(given, at) ?? orNull(given, at));
}

function orNull(value: unknown, at: string): null {
  return value === null ? null : refuse(at, 'holds something else than texts, numbers and nulls');
}

/** Whether the area under a line is filled; how, ECharts chooses. */
function areaStyle(value: unknown): Record<string, never> | undefined {
  return value === true || (typeof value === 'object' && value !== null) ? {} : undefined;
}
