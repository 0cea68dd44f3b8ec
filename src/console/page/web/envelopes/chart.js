import { BROWSER_CHART_LIMITS, chartTable, safeChart } from '/console/modules/client/charts.js';
import { element } from '../../dom.js';
import { word } from '../../words.js';
import { tableNode } from '../cards.js';

const MAX_ROWS = 200;
const MAX_COLUMNS = 20;

/** A chart as its numbers, which everybody can read; nothing when it is not within the safe subset. */
export function chartCard({ spec, data, fallbackText }) {
  const { option } = safeChart(spec, data, BROWSER_CHART_LIMITS);
  if (!option) return undefined;
  const title = option.title?.text || word('chart');
  const { rowsLeftOut, ...table } = chartTable(option, { rows: MAX_ROWS, columns: MAX_COLUMNS });
  return element(
    'figure',
    { class: 'widget card' },
    element('figcaption', { dir: 'auto' }, element('strong', {}, title)),
    ...(fallbackText ? [element('p', { dir: 'auto' }, fallbackText)] : []),
    tableNode({ caption: title, ...table }),
    ...(rowsLeftOut > 0 ? [element('p', { class: 'quietly' }, word('rows_left_out', { count: rowsLeftOut }))] : []),
  );
}
