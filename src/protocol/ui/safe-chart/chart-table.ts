import type {
  ChartAxis,
  ChartDataset,
  ChartOption,
  ChartPoint,
  ChartScalar,
  ChartSeries,
  SeriesType,
} from './chart-option.ts';

/** The numbers of a chart, for those who cannot see it. */
export interface ChartTable {
  headers: string[];
  rows: string[][];
  /** Rows and columns that are not among them. */
  rowsLeftOut: number;
  columnsLeftOut: number;
}

type Rows = { headers: string[]; rows: (readonly ChartScalar[])[] };

/** The data of a chart as a table of at most so many rows and columns. Costs what the chart holds. */
export function chartTable(option: ChartOption, max: { rows: number; columns: number }): ChartTable {
  const { headers, rows } = rowsOf(option);
  const width = Math.min(max.columns, headers.length);
  return {
    headers: headers.slice(0, width),
    rows: rows.slice(0, max.rows).map((row) => Array.from({ length: width }, (_, column) => words(row[column]))),
    rowsLeftOut: Math.max(0, rows.length - max.rows),
    columnsLeftOut: headers.length - width,
  };
}

function rowsOf(option: ChartOption): Rows {
  const { dataset, series } = option;
  const own = series.filter(({ data }) => data);
  if (!dataset || series.length === own.length) return byCategory(option) ?? byPoint(option);
  const shared = ofDataset(dataset);
  if (own.length === 0) return shared;
  return withSeries(shared, own) ?? withPoints(shared, byPoint({ ...option, series: own }));
}

function ofDataset({ dimensions, source }: ChartDataset): Rows {
  const width = source.reduce((most, row) => Math.max(most, row.length), dimensions?.length ?? 0);
  return {
    headers: Array.from({ length: width }, (_, column) => dimensions?.[column] ?? String(column + 1)),
    rows: source,
  };
}

/** A column more for each series that brings a value for each row. */
function withSeries({ headers, rows }: Rows, own: readonly ChartSeries[]): Rows | undefined {
  if (own.some(hasPlaces)) return undefined;
  const values = own.map(({ data = [] }) => data.map(valueOfPoint));
  const count = values.reduce((most, { length }) => Math.max(most, length), rows.length);
  return {
    headers: [...headers, ...own.map(({ name }, index) => name ?? String(headers.length + index + 1))],
    rows: Array.from({ length: count }, (_, row) => [
      ...headers.map((_header, column) => rows[row]?.[column] ?? null),
      ...values.map((points) => (points[row] ?? null) as ChartScalar),
    ]),
  };
}

/** The points of other series below, under headers of their own. */
function withPoints({ headers, rows }: Rows, points: Rows): Rows {
  const more = points.headers.slice(headers.length).map(() => '');
  return { headers: [...headers, ...more], rows: [...rows, points.headers, ...points.rows] };
}

/** Whether points of a series say by themselves what they are of: by a name, or by where they stand. */
function hasPlaces({ data = [] }: ChartSeries): boolean {
  return data.some((point) => nameOf(point) !== undefined || Array.isArray(valueOfPoint(point)));
}

/** A row for each category, a column for each series, when all values stand at categories. */
function byCategory({ xAxis, yAxis, series }: ChartOption): Rows | undefined {
  const axis = [...(xAxis ?? []), ...(yAxis ?? [])].find(({ data }) => data !== undefined);
  if (!axis?.data || series.some(hasPlaces)) return undefined;
  const values = series.map(({ data = [] }) => data.map(valueOfPoint));
  const count = values.reduce((most, { length }) => Math.max(most, length), axis.data.length);
  return {
    headers: [axis.name ?? '', ...series.map(({ name }, index) => name ?? String(index + 1))],
    rows: Array.from({ length: count }, (_, row) => [
      axis.data?.[row] ?? null,
      ...values.map((points) => (points[row] ?? null) as ChartScalar),
    ]),
  };
}

/** A row for each point, with its series and its name where there are such. */
function byPoint(option: ChartOption): Rows {
  const { series } = option;
  const points = series.flatMap((owner, index) =>
    (owner.data ?? []).map((point, place) => ({
      owner: owner.name ?? String(index + 1),
      name: nameOf(point),
      values: valuesOf(point, place, axesOf(option, owner)),
    })),
  );
  const hasOwners = series.length > 1;
  const hasNames = points.some(({ name }) => name !== undefined);
  const width = points.reduce((most, { values }) => Math.max(most, values.length), 1);
  return {
    headers: [
      ...(hasOwners ? ['Series'] : []),
      ...(hasNames ? ['Name'] : []),
      ...Array.from({ length: width }, (_, column) => valueHeader(option, column, width)),
    ],
    rows: points.map(({ owner, name, values }) => [
      ...(hasOwners ? [owner] : []),
      ...(hasNames ? [name ?? null] : []),
      ...values,
    ]),
  };
}

function valueHeader({ series, radar, xAxis, yAxis }: ChartOption, column: number, width: number): string {
  const first = series[0] as ChartSeries;
  if (first.type === 'radar') return radar?.indicator[column]?.name ?? String(column + 1);
  if (width === 1) return (series.length === 1 && first.name) || 'Value';
  return [xAxis?.[0]?.name ?? 'x', yAxis?.[0]?.name ?? 'y'][column] ?? (width === 3 ? 'Value' : String(column + 1));
}

const ON_AXES: ReadonlySet<SeriesType> = new Set(['line', 'bar', 'scatter', 'heatmap']);

/** The axes that the points of a series stand on, the horizontal one first; none where it has no such. */
function axesOf({ xAxis, yAxis }: ChartOption, { type, xAxisIndex = 0, yAxisIndex = 0 }: ChartSeries) {
  return ON_AXES.has(type) ? [xAxis?.[xAxisIndex], yAxis?.[yAxisIndex]] : [];
}

/** What a point says, with the categories that it stands at by their names. */
function valuesOf(point: ChartPoint, place: number, [x, y]: readonly (ChartAxis | undefined)[]): ChartScalar[] {
  const value = valueOfPoint(point);
  if (Array.isArray(value)) return value.map((each, column) => categoryOn([x, y][column], each) ?? each);
  if (x?.data) return [x.data[place] ?? null, value];
  return y?.data ? [value, y.data[place] ?? null] : [value];
}

/** A number on an axis of categories is the place of one. */
function categoryOn(axis: ChartAxis | undefined, value: ChartScalar): ChartScalar | undefined {
  return typeof value === 'number' ? axis?.data?.[value] : undefined;
}

function isNamed(point: ChartPoint): point is Exclude<ChartPoint, ChartScalar | ChartScalar[]> {
  return typeof point === 'object' && point !== null && !Array.isArray(point);
}

function valueOfPoint(point: ChartPoint): ChartScalar | ChartScalar[] {
  return isNamed(point) ? point.value : point;
}

function nameOf(point: ChartPoint): string | undefined {
  return isNamed(point) ? point.name : undefined;
}

function words(value: ChartScalar | undefined): string {
  return value === null || value === undefined ? '' : String(value);
}
