import type { ChartOption } from '../../protocol/ui/safe-chart/chart-option.ts';
import { chartTable } from '../../protocol/ui/safe-chart/chart-table.ts';
import { BROWSER_CHART_LIMITS } from '../../protocol/ui/safe-chart/limits.ts';
import { safeChart } from '../../protocol/ui/safe-chart/safe-chart.ts';
import { element } from '../base/element.ts';
import { FootbridgeElement } from '../base/footbridge-element.ts';
import { tableNode } from '../cards/table.ts';
import type { DrawnChart } from './draw-chart.ts';

/** A chart as it arrives: a spec in the safe subset of ECharts, and its data or null. Unchecked. */
export interface ChartContent {
  spec: unknown;
  data: unknown;
}

const TABLE_LIMITS = { rows: 200, columns: 20 };

/**
 * `<footbridge-chart>`: a chart, made anew from an allow-list, and its numbers as a table for whoever does not see it.
 * ECharts is loaded when the first chart is shown; without it the table stands alone.
 */
export class FootbridgeChart extends FootbridgeElement {
  #option: ChartOption | undefined;
  #drawn: DrawnChart | undefined;
  /** Counts what was drawn, so that a chart which loads late does not draw over a later one. */
  #round = 0;

  constructor() {
    super(CHART_CSS);
  }

  /** The option that is safe to draw, or nothing for a chart that is not within the subset. */
  static optionOf({ spec, data }: ChartContent): ChartOption | undefined {
    const checked = safeChart(spec, data, BROWSER_CHART_LIMITS);
    return 'option' in checked ? checked.option : undefined;
  }

  set chart(chart: ChartContent) {
    this.#option = FootbridgeChart.optionOf(chart);
    this.changed();
  }

  disconnectedCallback(): void {
    this.#end();
  }

  protected draw(): void {
    this.#end();
    const option = this.#option;
    if (!option) {
      this.root.replaceChildren();
      return;
    }
    const title = option.title?.text || this.words('chart');
    const canvas = element('div', { class: 'canvas', part: 'canvas', role: 'img', 'aria-label': title });
    const known = this.root.querySelector('details');
    const isAtSummary = this.root.activeElement?.localName === 'summary';
    const details = element(
      'details',
      { part: 'table', open: known?.open },
      element('summary', {}, this.words('chart_as_table')),
      ...this.#table(option, title),
    );
    this.root.replaceChildren(element('figure', { class: 'card', part: 'card', 'aria-label': title }, canvas, details));
    if (isAtSummary) details.querySelector('summary')?.focus();
    void this.#drawInto(canvas, details, option);
  }

  #table(option: ChartOption, caption: string): Node[] {
    const { rowsLeftOut: rows, columnsLeftOut: columns, ...table } = chartTable(option, TABLE_LIMITS);
    const leftOut = [
      ...(rows > 0 ? [this.words('rows_left_out', { rows })] : []),
      ...(columns > 0 ? [this.words('columns_left_out', { columns })] : []),
    ];
    return [tableNode({ caption, ...table }), ...leftOut.map((text) => element('p', { class: 'quiet' }, text))];
  }

  async #drawInto(canvas: HTMLElement, details: HTMLDetailsElement, option: ChartOption): Promise<void> {
    const round = ++this.#round;
    try {
      const { drawChart } = await import('./draw-chart.ts');
      if (round !== this.#round || !canvas.isConnected) return;
      this.#drawn = drawChart(canvas, option);
    } catch {
      if (round !== this.#round) return;
      canvas.replaceWith(element('p', { class: 'quiet', role: 'status' }, this.words('chart_not_drawn')));
      details.open = true;
    }
  }

  #end(): void {
    this.#round++;
    this.#drawn?.end();
    this.#drawn = undefined;
  }
}

const CHART_CSS = `
figure { margin: 0; }
.canvas { width: 100%; height: var(--footbridge-chart-height, 20rem); direction: ltr; }
details { margin-top: 0.4rem; }
`;
