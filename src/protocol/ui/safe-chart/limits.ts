/** How much a chart may hold. What is over a limit is refused, not cut: a chart with a part missing tells something else. */
export interface ChartLimits {
  /** Points of one series, rows of a dataset, or entries of an axis. */
  points: number;
}

/** Bytes of the chart without its data, and of the data, as compact JSON. */
export const MAX_SPEC_BYTES = 65_536;
export const MAX_DATA_BYTES = 524_288;
export const MAX_DEPTH = 12;
export const MAX_SERIES = 20;
export const MAX_LEGEND_ENTRIES = 200;
export const MAX_TEXT_CHARS = 200;
/** Columns of a dataset, and cells of it in all: rows of objects that share no key make a table that is mostly empty. */
export const MAX_DIMENSIONS = 200;
export const MAX_CELLS = 262_144;
/** Axes of one direction. */
export const MAX_AXES = 4;
/** Colours of a palette, indicators of a radar, values of one point. */
export const MAX_COLORS = 50;
export const MAX_INDICATORS = 50;
export const MAX_VALUES = 50;

/** Where a picture is drawn for somebody. */
export const SERVER_CHART_LIMITS: ChartLimits = { points: 5_000 };
/** Where the reader's own browser draws. */
export const BROWSER_CHART_LIMITS: ChartLimits = { points: 20_000 };
