import type { ChartDataset, ChartScalar } from './chart-option.ts';
import { type ChartLimits, MAX_CELLS, MAX_DIMENSIONS } from './limits.ts';
import { list, refuse, refuseKeys, scalar, text } from './rules.ts';

/** They change what is drawn, run patterns over it, or take it from elsewhere. */
const TRAPS = ['transform', 'fromDatasetIndex', 'fromDatasetId', 'fromTransformResult'];

type Rows = { dimensions?: (string | null)[]; source: ChartScalar[][] };

/**
 * A dataset as rows of values, whether it came as rows, rows of objects or columns: none of its own keys is left. A
 * header row becomes the dimensions.
 */
export function readDataset(value: unknown, at: string, limits: ChartLimits): ChartDataset | undefined {
  if (Array.isArray(value)) {
    if (value.length > 1) refuse(at, 'has several datasets, one is the limit');
    return value.length === 0 ? undefined : readDataset(value[0], at, limits);
  }
  if (typeof value !== 'object' || value === null) return undefined;
  refuseKeys(value, TRAPS, at);
  const { source, dimensions, sourceHeader } = value as Record<string, unknown>;
  if (source === undefined || source === null) return undefined;
  const named = dimensionNames(dimensions, `${at}.dimensions`);
  const rows = readSource(source, named, { at: `${at}.source`, hasHeader: sourceHeader !== false, limits });
  if (rows.source.length * (rows.dimensions?.length ?? 1) > MAX_CELLS) refuse(at, `has more than ${MAX_CELLS} cells`);
  return { ...rows, ...(isHeader(rows.source[0]) && { sourceHeader: false as const }) };
}

function dimensionNames(value: unknown, at: string): (string | null)[] | undefined {
  return list((given: unknown) => {
    if (given === null) return null;
    const name = typeof given === 'object' ? (given as { name?: unknown }).name : given;
    return text(typeof name === 'number' ? String(name) : name, at) ?? null;
  }, MAX_DIMENSIONS)(value, at);
}

interface Place {
  at: string;
  hasHeader: boolean;
  limits: ChartLimits;
}

function readSource(source: unknown, named: (string | null)[] | undefined, place: Place): Rows {
  if (Array.isArray(source)) {
    const isOfObjects = source.some((row) => typeof row === 'object' && row !== null && !Array.isArray(row));
    return isOfObjects ? ofObjects(source, named, place) : ofLists(source, named, place);
  }
  if (typeof source === 'object' && source !== null) return ofColumns(source as Record<string, unknown>, named, place);
  return refuse(place.at, 'is no list of rows');
}

function ofLists(
  source: readonly unknown[],
  named: (string | null)[] | undefined,
  { at, hasHeader, limits }: Place,
): Rows {
  const [first] = source;
  const isNamed = hasHeader && Array.isArray(first) && isHeader(first);
  checkRows(source.length - (isNamed ? 1 : 0), limits, at);
  let cells = 0;
  const rows = source.map((row) => {
    if (!Array.isArray(row)) return refuse(at, 'has a row that is neither a list nor an object');
    if (row.length > MAX_DIMENSIONS) refuse(at, `has a row of ${row.length} values, ${MAX_DIMENSIONS} are the limit`);
    cells += row.length;
    if (cells > MAX_CELLS) refuse(at, `has more than ${MAX_CELLS} cells`);
    return row.map((value) => cell(value, at));
  });
  const header = isNamed ? rows.shift()?.map((name) => (name === null ? null : String(name))) : undefined;
  const dimensions = named ?? header;
  return { ...(dimensions && { dimensions }), source: rows };
}

function ofObjects(source: readonly unknown[], named: (string | null)[] | undefined, { at, limits }: Place): Rows {
  checkRows(source.length, limits, at);
  const columns = new Set<string>(named?.filter((name) => name !== null));
  for (const row of source) {
    if (typeof row !== 'object' || row === null || Array.isArray(row)) {
      return refuse(at, 'has objects beside rows that are none');
    }
    if (named) continue;
    for (const key of Object.keys(row)) columns.add(key);
    checkColumns(columns.size, source.length, at);
  }
  const dimensions = [...columns].map((name) => columnName(name, at));
  const rows = (source as Record<string, unknown>[]).map((row) =>
    dimensions.map((name) => (Object.hasOwn(row, name) ? cell(row[name], at) : null)),
  );
  return { dimensions, source: rows };
}

function ofColumns(
  source: Readonly<Record<string, unknown>>,
  named: (string | null)[] | undefined,
  { at, limits }: Place,
): Rows {
  const names = named?.filter((name) => name !== null && Object.hasOwn(source, name)) ?? Object.keys(source);
  const dimensions = names.map((name) => columnName(name as string, at));
  const columns = dimensions.map((name) => {
    const column = source[name];
    return Array.isArray(column) ? (column as readonly unknown[]) : refuse(at, 'has a column that is no list');
  });
  const count = columns.reduce((most, column) => Math.max(most, column.length), 0);
  checkRows(count, limits, at);
  checkColumns(columns.length, count, at);
  const rows = Array.from({ length: count }, (_, index) =>
    columns.map((column) => (index < column.length ? cell(column[index], at) : null)),
  );
  return { dimensions, source: rows };
}

function checkRows(count: number, { points }: ChartLimits, at: string): void {
  if (count > points) refuse(at, `has ${count} rows, ${points} are the limit`);
}

function checkColumns(columns: number, rows: number, at: string): void {
  if (columns > MAX_DIMENSIONS) refuse(at, `has more than ${MAX_DIMENSIONS} columns`);
  if (columns * rows > MAX_CELLS) refuse(at, `has more than ${MAX_CELLS} cells`);
}

function columnName(name: string, at: string): string {
  return text(name, at) ?? refuse(at, 'has a column without a name');
}

function cell(value: unknown, at: string): ChartScalar {
  if (value === undefined) return null;
  const taken = scalar(value, at);
  return taken === undefined ? refuse(at, 'holds something else than texts, numbers and nulls') : taken;
}

/** Whether ECharts reads a row as a header: of its first ten values none is a number, and one is a text. */
function isHeader(row: readonly unknown[] | undefined): boolean {
  const values = (row ?? []).slice(0, 10).filter((value) => value !== null && value !== undefined && value !== '-');
  return values.length > 0 && values.every((value) => typeof value === 'string');
}
