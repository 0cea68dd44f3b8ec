import { describe, expect, it } from 'vitest';
import { chartTable } from '../../../src/protocol/ui/safe-chart/chart-table.ts';
import { SERVER_CHART_LIMITS } from '../../../src/protocol/ui/safe-chart/limits.ts';
import { safeChart } from '../../../src/protocol/ui/safe-chart/safe-chart.ts';

function tableOf(spec: unknown, data: unknown = null, max = { rows: 50, columns: 12 }) {
  const made = safeChart(spec, data, SERVER_CHART_LIMITS);
  if ('refusal' in made) throw new Error(made.refusal);
  const { headers, rows, ...leftOut } = chartTable(made.option, max);
  return { table: [headers, ...rows], leftOut };
}

const axes = { xAxis: {}, yAxis: {} };

describe('the table of a chart', () => {
  it('is its dataset', () => {
    const data = { source: [{ day: 'Mon', flow: 3 }, { day: 'Tue' }] };
    expect(tableOf({ ...axes, series: [{ type: 'bar' }] }, data).table).toEqual([
      ['day', 'flow'],
      ['Mon', '3'],
      ['Tue', ''],
    ]);
  });

  it('numbers columns without a name', () => {
    expect(tableOf({ ...axes, series: [{ type: 'bar' }] }, { source: [[1, 2], [3]] }).table).toEqual([
      ['1', '2'],
      ['1', '2'],
      ['3', ''],
    ]);
  });

  it('has a row for each category and a column for each series', () => {
    const spec = {
      xAxis: { name: 'Day', data: ['Mon', 'Tue'] },
      yAxis: {},
      series: [
        { type: 'bar', name: 'In', data: [1, { value: 2 }] },
        { type: 'line', data: [3] },
      ],
    };
    expect(tableOf(spec).table).toEqual([
      ['Day', 'In', '2'],
      ['Mon', '1', '3'],
      ['Tue', '2', ''],
    ]);
  });

  it('has the names and values of a pie', () => {
    expect(
      tableOf({
        series: [
          {
            type: 'pie',
            data: [
              { name: 'A', value: 1 },
              { name: 'B', value: 2 },
            ],
          },
        ],
      }).table,
    ).toEqual([
      ['Name', 'Value'],
      ['A', '1'],
      ['B', '2'],
    ]);
  });

  it('has the indicators of a radar', () => {
    const spec = {
      radar: { indicator: [{ name: 'Speed' }, { name: 'Range' }] },
      series: [{ type: 'radar', data: [{ name: 'A', value: [1, 2] }] }],
    };
    expect(tableOf(spec).table).toEqual([
      ['Name', 'Speed', 'Range'],
      ['A', '1', '2'],
    ]);
  });

  it('has both values of points, and tells series apart', () => {
    const spec = {
      xAxis: { name: 'Time' },
      yAxis: {},
      series: [
        { type: 'scatter', name: 'In', data: [[1, 2]] },
        { type: 'scatter', name: 'Out', data: [[3, 4]] },
      ],
    };
    expect(tableOf(spec).table).toEqual([
      ['Series', 'Time', 'y'],
      ['In', '1', '2'],
      ['Out', '3', '4'],
    ]);
  });

  it('has the rows of the dataset beside what a series brings by itself', () => {
    const data = {
      source: [
        ['day', 'flow'],
        ['Mon', 1],
        ['Tue', 2],
      ],
    };
    const series = (own: unknown) => ({
      xAxis: { type: 'category' },
      yAxis: {},
      series: [{ type: 'bar' }, { type: 'line', name: 'Target', data: own }],
    });
    expect(tableOf(series([5, 6, 7]), data).table).toEqual([
      ['day', 'flow', 'Target'],
      ['Mon', '1', '5'],
      ['Tue', '2', '6'],
      ['', '', '7'],
    ]);
    expect(tableOf(series([['Mon', 5]]), data).table.slice(-2)).toEqual([
      ['x', 'y'],
      ['Mon', '5'],
    ]);
    const slices = [{ name: 'A', value: 1 }];
    const pie = { xAxis: {}, yAxis: {}, series: [{ type: 'bar' }, { type: 'pie', data: slices }] };
    expect(tableOf(pie, { source: [[1]] }).table).toEqual([
      ['1', ''],
      ['1', ''],
      ['Name', 'Value'],
      ['A', '1'],
    ]);
  });

  it('names the categories that points stand at', () => {
    const xAxis = { data: ['Mon', 'Tue'] };
    const heat = [
      [0, 0, 5],
      [1, 1, 7],
    ];
    const spec = { xAxis, yAxis: { data: ['am', 'pm'] }, visualMap: {}, series: [{ type: 'heatmap', data: heat }] };
    expect(tableOf(spec).table).toEqual([
      ['x', 'y', 'Value'],
      ['Mon', 'am', '5'],
      ['Tue', 'pm', '7'],
    ]);
    const lines = [
      { type: 'line', name: 'A', data: [[1, 6]] },
      { type: 'line', name: 'B', data: [4] },
    ];
    expect(tableOf({ xAxis, yAxis: {}, series: lines }).table).toEqual([
      ['Series', 'x', 'y'],
      ['A', 'Tue', '6'],
      ['B', 'Mon', '4'],
    ]);
  });

  it('is cut, and tells what is left out', () => {
    const source = Array.from({ length: 60 }, () => Array.from({ length: 15 }, () => 1));
    const { table, leftOut } = tableOf({ ...axes, series: [{ type: 'bar' }] }, { source });
    expect([table.length, table[0]?.length]).toEqual([51, 12]);
    expect(leftOut).toEqual({ rowsLeftOut: 10, columnsLeftOut: 3 });
  });
});
