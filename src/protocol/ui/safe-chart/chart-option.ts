/** A value of a chart's data. */
export type ChartScalar = string | number | null;
export type ChartPoint = ChartScalar | ChartScalar[] | { name?: string; value: ChartScalar | ChartScalar[] };

export const SERIES_TYPES = ['line', 'bar', 'pie', 'scatter', 'radar', 'heatmap', 'gauge'] as const;
export type SeriesType = (typeof SERIES_TYPES)[number];

/** Data as rows. A first row of nothing but texts would be read as a header: `sourceHeader` says that it is none. */
export interface ChartDataset {
  dimensions?: (string | null)[];
  source: ChartScalar[][];
  sourceHeader?: false;
}

export interface ChartAxis {
  type?: 'value' | 'category' | 'time' | 'log';
  name?: string;
  data?: ChartScalar[];
  min?: number | string;
  max?: number | string;
  inverse?: boolean;
  position?: 'top' | 'bottom' | 'left' | 'right';
}

/** A dimension by its name or its number, or several. */
export type EncodeTarget = string | number | (string | number)[];

export interface ChartSeries {
  type: SeriesType;
  name?: string;
  data?: ChartPoint[];
  encode?: { x?: EncodeTarget; y?: EncodeTarget; value?: EncodeTarget; itemName?: EncodeTarget };
  stack?: string;
  smooth?: boolean | number;
  areaStyle?: Record<string, never>;
  xAxisIndex?: number;
  yAxisIndex?: number;
  /** Of a pie: pixels or percent, or the inner and the outer one. */
  radius?: number | string | (number | string)[];
  /** Of a gauge. */
  min?: number;
  max?: number;
}

/** An option of ECharts that holds nothing but what is named here. */
export interface ChartOption {
  animation: false;
  color?: string[];
  title?: { text: string };
  legend?: { show?: boolean; data?: string[]; orient?: 'horizontal' | 'vertical' };
  /** Drawn as text, never as HTML: its words come with the data. */
  tooltip?: { renderMode: 'richText'; trigger?: 'item' | 'axis' | 'none' };
  grid?: {
    left?: Length;
    right?: Length;
    top?: Length;
    bottom?: Length;
    width?: Length;
    height?: Length;
    containLabel?: boolean;
  };
  xAxis?: ChartAxis[];
  yAxis?: ChartAxis[];
  radar?: { indicator: { name: string; min?: number; max?: number }[]; shape?: 'polygon' | 'circle' };
  visualMap?: { min?: number; max?: number; dimension?: number; inRange?: { color: string[] } };
  dataset?: ChartDataset;
  series: ChartSeries[];
}

/** Pixels, or percent as text. */
export type Length = number | string;
