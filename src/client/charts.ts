// What `footbridge/client/charts` gives: for whoever draws charts by themselves. The components of ours have it in them.
export type { ChartOption } from '../protocol/ui/safe-chart/chart-option.ts';
export { type ChartTable, chartTable } from '../protocol/ui/safe-chart/chart-table.ts';
export { BROWSER_CHART_LIMITS, type ChartLimits } from '../protocol/ui/safe-chart/limits.ts';
export { safeChart } from '../protocol/ui/safe-chart/safe-chart.ts';
