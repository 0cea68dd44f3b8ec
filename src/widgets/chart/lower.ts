import type { Affordance } from '../../protocol/affordance.ts';
import { plainText } from '../../protocol/plain-text.ts';
import { type ChartTable, chartTable } from '../../protocol/ui/safe-chart/chart-table.ts';
import type { ChartWidget } from './schema.ts';

/** More is no reading matter in a chat. What is left out is told. */
const MAX_ROWS = 30;
const MAX_COLUMNS = 8;
/** Without a table, a row is a line of the text. */
const MAX_LINES = 12;

/** Its words, then its numbers. */
export function lowerChart(widget: ChartWidget): Affordance[] {
  const table = tableOf(widget, MAX_ROWS);
  const words = [wordsOf(widget), leftOut(table)].filter(Boolean).join('\n');
  const { headers, rows } = table;
  const affordances: Affordance[] = [];
  if (words !== '' || rows.length === 0) {
    affordances.push({ type: 'note', widgetId: widget.id, text: words || 'A chart without data.' });
  }
  if (rows.length > 0) affordances.push({ type: 'table', widgetId: widget.id, headers, rows });
  return affordances;
}

export function chartInWords(widget: ChartWidget): string {
  if (widget.fallbackText !== undefined) return plainText(widget.fallbackText);
  const table = tableOf(widget, MAX_LINES);
  const lines = table.rows.map((row) =>
    row.flatMap((value, column) => (value === '' ? [] : [named(table.headers[column], value)])).join(', '),
  );
  return [wordsOf(widget), ...lines, leftOut(table)].filter(Boolean).join('\n') || 'A chart without data.';
}

function named(header: string | undefined, value: string): string {
  return header ? `${header}: ${value}` : value;
}

/** What its author says of it; its title as long as that says nothing. */
function wordsOf({ fallbackText, spec }: ChartWidget): string {
  return plainText(fallbackText ?? spec.title?.text ?? '');
}

function tableOf({ spec, data }: ChartWidget, rows: number): ChartTable {
  return chartTable({ ...spec, ...(data && { dataset: data }) }, { rows, columns: MAX_COLUMNS });
}

function leftOut({ rows, rowsLeftOut, columnsLeftOut }: ChartTable): string {
  const parts: string[] = [];
  if (rowsLeftOut > 0) parts.push(`The first ${rows.length} of ${rows.length + rowsLeftOut} rows.`);
  if (columnsLeftOut > 0) parts.push(`${columnsLeftOut} more ${columnsLeftOut === 1 ? 'column' : 'columns'} left out.`);
  return parts.join(' ');
}
