/** A chart as a table: what it shows, for whoever does not see it drawn. */
export interface ChartTable {
  title?: string;
  headers: readonly string[];
  rows: readonly (readonly string[])[];
  /** Rows of the chart that are not among these. */
  rowsLeftOut: number;
}

type Scalar = string | number | null;
type Point = Scalar | readonly Scalar[] | { name?: string; value: Scalar | readonly Scalar[] };

/** What a table takes of a chart's option once that is known to be safe. */
export interface TabularChart {
  title?: { text: string };
  xAxis?: readonly { name?: string; data?: readonly Scalar[] }[];
  yAxis?: readonly { name?: string; data?: readonly Scalar[] }[];
  dataset?: { dimensions?: readonly (string | null)[]; source: readonly (readonly Scalar[])[] };
  radar?: { indicator: readonly { name: string }[] };
  series: readonly { type: string; name?: string; data?: readonly Point[] }[];
}

const MAX_ROWS = 200;

/** Rows of a dataset as they are; else a row for each category, or each point, with a column for each series. */
export function chartTable(option: TabularChart, { maxRows = MAX_ROWS }: { maxRows?: number } = {}): ChartTable {
  const { headers, rows } = option.dataset ? datasetTable(option.dataset) : seriesTable(option);
  return {
    ...(option.title && { title: option.title.text }),
    headers,
    rows: rows.slice(0, maxRows).map((row) => headers.map((_, column) => cellText(row[column]))),
    rowsLeftOut: Math.max(0, rows.length - maxRows),
  };
}

type Rows = readonly (readonly (Scalar | undefined)[])[];

function datasetTable({ dimensions, source }: NonNullable<TabularChart['dataset']>): { headers: string[]; rows: Rows } {
  const width = source.reduce((most, row) => Math.max(most, row.length), dimensions?.length ?? 0);
  const headers = Array.from({ length: width }, (_, column) => dimensions?.[column] ?? '');
  return { headers, rows: source };
}

function seriesTable({ xAxis, yAxis, radar, series }: TabularChart): { headers: string[]; rows: Rows } {
  const axis = [...(xAxis ?? []), ...(yAxis ?? [])].find(({ data }) => data !== undefined);
  const categories = axis?.data ?? radar?.indicator.map(({ name }) => name);
  const isByCategory = categories !== undefined && series.every(({ data = [] }) => data.length <= categories.length);
  if (isByCategory && !radar) {
    const headers = [axis?.name ?? '', ...series.map(nameOf)];
    const columns = series.map(({ data = [] }) => data.map((point) => lastOf(pointValue(point))));
    return { headers, rows: categories.map((category, row) => [category, ...columns.map((column) => column[row])]) };
  }
  const points = series.flatMap((one) => (one.data ?? []).map((point) => pointRow(one, point)));
  const width = points.reduce((most, { values }) => Math.max(most, values.length), 0);
  const axes = categories ?? [xAxis?.[0]?.name, yAxis?.[0]?.name];
  const names = Array.from({ length: width }, (_, column) => (width > 1 ? String(axes[column] ?? '') : ''));
  return { headers: ['', ...names], rows: points.map(({ name, values }) => [name, ...values]) };
}

function pointRow(series: TabularChart['series'][number], point: Point): { name: string; values: readonly Scalar[] } {
  const own = typeof point === 'object' && point !== null && 'name' in point ? (point.name ?? '') : '';
  const value = pointValue(point);
  return { name: own === '' ? nameOf(series) : own, values: isList(value) ? value : [value] };
}

function nameOf({ name, type }: { name?: string; type: string }): string {
  return name ?? type;
}

function pointValue(point: Point): Scalar | readonly Scalar[] {
  return typeof point === 'object' && point !== null && 'value' in point ? point.value : point;
}

/** A point of a category axis may be `[category, value]`. */
function lastOf(value: Scalar | readonly Scalar[]): Scalar | undefined {
  return isList(value) ? value.at(-1) : value;
}

function isList(value: Scalar | readonly Scalar[]): value is readonly Scalar[] {
  return Array.isArray(value);
}

function cellText(value: Scalar | undefined): string {
  return value === null || value === undefined ? '' : String(value);
}
