import { BarChart, GaugeChart, HeatmapChart, LineChart, PieChart, RadarChart, ScatterChart } from 'echarts/charts';
import {
  DatasetComponent,
  GridComponent,
  LegendComponent,
  RadarComponent,
  TitleComponent,
  TooltipComponent,
  VisualMapComponent,
} from 'echarts/components';
import * as echarts from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import type { ChartOption } from '../../protocol/ui/safe-chart/chart-option.ts';
import { chartTheme } from './chart-theme.ts';

/** A chart on the page. */
export interface DrawnChart {
  end(): void;
}

let isReady = false;

/** Only what the safe subset can ask for is in the bundle at all. */
function prepare(): void {
  if (isReady) return;
  isReady = true;
  echarts.use([
    BarChart,
    GaugeChart,
    HeatmapChart,
    LineChart,
    PieChart,
    RadarChart,
    ScatterChart,
    DatasetComponent,
    GridComponent,
    LegendComponent,
    RadarComponent,
    TitleComponent,
    TooltipComponent,
    VisualMapComponent,
    CanvasRenderer,
  ]);
}

/**
 * Draws a safe option into an element, in its colours, and follows its size and the reader's colour scheme. Words are
 * painted on a canvas: nothing of a chart is ever markup.
 */
export function drawChart(place: HTMLElement, option: ChartOption): DrawnChart {
  prepare();
  const scheme = matchMedia('(prefers-color-scheme: dark)');
  let chart: echarts.ECharts | undefined;
  const repaint = () => {
    chart?.dispose();
    // Where nobody sees it, it has no size, and waits for one.
    chart = place.clientWidth > 0 && place.clientHeight > 0 ? begin() : undefined;
  };
  repaint();
  const sizes = new ResizeObserver(() => (chart ? chart.resize() : repaint()));
  sizes.observe(place);
  scheme.addEventListener('change', repaint);
  return {
    end() {
      sizes.disconnect();
      scheme.removeEventListener('change', repaint);
      chart?.dispose();
    },
  };

  function begin(): echarts.ECharts {
    const begun = echarts.init(place, chartTheme(place), { renderer: 'canvas' });
    begun.setOption(roomy(option));
    return begun;
  }
}

/** A tooltip is text whether the option has one or not; a legend stands below a title, and a pie below both. */
function roomy(option: ChartOption): echarts.EChartsCoreOption {
  const hasTitle = option.title !== undefined;
  const isPlaced = option.grid !== undefined;
  return {
    ...option,
    tooltip: { ...(option.tooltip ?? { trigger: 'item' }), renderMode: 'richText', confine: true },
    ...(option.legend && { legend: { type: 'scroll', top: hasTitle ? 34 : 4, ...option.legend } }),
    series: option.series.map((one) => (one.type === 'pie' ? { radius: '60%', center: ['50%', '58%'], ...one } : one)),
    ...(!isPlaced && {
      grid: {
        left: 12,
        right: 16,
        bottom: 12,
        top: (hasTitle ? 40 : 16) + (option.legend ? 34 : 0),
        containLabel: true,
      },
    }),
  };
}
