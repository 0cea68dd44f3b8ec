import type { WidgetType } from '../../protocol/widget.ts';
import { chartInWords, lowerChart } from './lower.ts';
import { chartSample } from './sample.ts';
import { type ChartWidget, chartSchema } from './schema.ts';

/** A chart in the safe subset of ECharts: drawn by clients of agent-ui, a table elsewhere. */
export const chart: WidgetType<ChartWidget> = {
  type: 'chart',
  schema: chartSchema,
  ledger: 'envelope',
  dialect: 'agent-ui',
  lower: lowerChart,
  fallback: chartInWords,
  sample: chartSample,
};
