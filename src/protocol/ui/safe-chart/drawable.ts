import type { ChartAxis, ChartOption, ChartSeries } from './chart-option.ts';
import { MAX_LEGEND_ENTRIES } from './limits.ts';
import { refuse } from './rules.ts';

const ON_AXES = new Set(['line', 'bar', 'scatter', 'heatmap']);

/** Refuses what ECharts cannot draw, and would throw at or leave blank: a series without its data, axes or scale. */
export function checkDrawable(option: ChartOption): void {
  for (const [index, series] of option.series.entries()) {
    const at = `series[${index}]`;
    if (!series.data && !option.dataset) refuse(at, 'has no data, and there is no dataset');
    if (ON_AXES.has(series.type)) checkAxes(series, option, at);
    if (series.type === 'heatmap' && !option.visualMap) refuse(at, 'is a heatmap, which needs a visualMap');
    if (series.type === 'radar' && !option.radar) refuse(at, 'is a radar, which needs radar.indicator');
  }
  const entries = legendEntries(option);
  if (entries > MAX_LEGEND_ENTRIES) {
    refuse('legend', `would have ${entries} entries, ${MAX_LEGEND_ENTRIES} are the limit`);
  }
}

function checkAxes({ xAxisIndex = 0, yAxisIndex = 0 }: ChartSeries, { xAxis, yAxis }: ChartOption, at: string): void {
  const lacks = (axes: readonly ChartAxis[] | undefined, index: number) => index >= (axes?.length ?? 0);
  if (lacks(xAxis, xAxisIndex)) refuse(at, 'needs an xAxis that is not there');
  if (lacks(yAxis, yAxisIndex)) refuse(at, 'needs a yAxis that is not there');
}

/** A pie and a radar have an entry of each of their points. */
function legendEntries({ legend, series, dataset }: ChartOption): number {
  if (!legend) return 0;
  if (legend.data) return legend.data.length;
  return series.reduce((sum, { type, data }) => {
    const isOfPoints = type === 'pie' || type === 'radar';
    return sum + (isOfPoints ? (data?.length ?? dataset?.source.length ?? 0) : 1);
  }, 0);
}
