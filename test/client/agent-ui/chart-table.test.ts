import { describe, expect, it } from 'vitest';
import { chartTable } from '../../../src/client/agent-ui/chart-table.ts';

describe('a chart as a table', () => {
  it('has a row for each row of its data', () => {
    const dataset = {
      dimensions: ['month', 'sold'],
      source: [
        ['Oct', 7],
        ['Nov', null],
      ],
    };
    expect(chartTable({ title: { text: 'Sales' }, dataset, series: [{ type: 'bar' }] })).toEqual({
      title: 'Sales',
      headers: ['month', 'sold'],
      rows: [
        ['Oct', '7'],
        ['Nov', ''],
      ],
      rowsLeftOut: 0,
    });
  });

  it('has a row for each category, with a column for each series', () => {
    const { headers, rows } = chartTable({
      xAxis: [{ name: 'month', data: ['Oct', 'Nov'] }],
      series: [
        { type: 'line', name: 'sold', data: [7, { value: 8 }] },
        { type: 'bar', data: [['Oct', 3]] },
      ],
    });
    expect(headers).toEqual(['month', 'sold', 'bar']);
    expect(rows).toEqual([
      ['Oct', '7', '3'],
      ['Nov', '8', ''],
    ]);
  });

  it('has a row for each point otherwise', () => {
    const pie = { type: 'pie', data: [{ name: 'Cats', value: 7 }, 3] };
    expect(chartTable({ series: [pie] })).toMatchObject({
      headers: ['', ''],
      rows: [
        ['Cats', '7'],
        ['pie', '3'],
      ],
    });
    const scatter = { type: 'scatter', name: 'wells', data: [[1, 2] as const] };
    expect(chartTable({ xAxis: [{ name: 'depth' }], yAxis: [{ name: 'flow' }], series: [scatter] })).toMatchObject({
      headers: ['', 'depth', 'flow'],
      rows: [['wells', '1', '2']],
    });
    const radar = { type: 'radar', name: 'now', data: [{ value: [1, 2] as const }] };
    const indicator = [{ name: 'speed' }, { name: 'cost' }];
    expect(chartTable({ radar: { indicator }, series: [radar] })).toMatchObject({
      headers: ['', 'speed', 'cost'],
      rows: [['now', '1', '2']],
    });
  });

  it('is bounded, and tells how much is left out', () => {
    const source = Array.from({ length: 205 }, (_, row) => [row]);
    const { rows, rowsLeftOut } = chartTable({ dataset: { source }, series: [{ type: 'line' }] });
    expect([rows.length, rowsLeftOut]).toEqual([200, 5]);
    expect(chartTable({ series: [] })).toEqual({ headers: [''], rows: [], rowsLeftOut: 0 });
  });
});
