import type { ChartWidget } from './schema.ts';

export const chartSample: ChartWidget = {
  type: 'chart',
  id: 'ui_Ch4rt0fTh3W33kAbCdEfG',
  surface: 'chat_inline',
  grammar: 'echarts-safe-subset',
  spec: {
    animation: false,
    title: { text: 'Inflow by day' },
    tooltip: { renderMode: 'richText', trigger: 'axis' },
    xAxis: [{ type: 'category' }],
    yAxis: [{ type: 'value', name: 'm³/h' }],
    series: [{ type: 'bar', encode: { x: 'day', y: 'inflow' } }],
  },
  data: {
    dimensions: ['day', 'inflow'],
    source: [
      ['Mon', 120],
      ['Tue', 132.5],
      ['Wed', null],
    ],
  },
  fallbackText: 'The inflow rose from 120 to 132.5 m³/h; Wednesday has no reading.',
};
