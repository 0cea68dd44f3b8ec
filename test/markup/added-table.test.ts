import { describe, expect, it } from 'vitest';
import { printTelegram } from '../../src/channels/telegram/print.ts';

const table = (headers: string[], rows: string[][]) =>
  printTelegram([{ type: 'table', widgetId: 'ui_1', headers, rows }], 'Here.', {
    format: 'html',
    overflow: 'split',
  } as never)
    .parts.map(({ content }) => content)
    .join('\n');

describe('a table below a text', () => {
  it('stands in fixed-width lines, figures at the right, its cells free of markup', () => {
    expect(
      table(
        ['a*', 'n'],
        [
          ['<b>', '7'],
          ['b', '12 %'],
        ],
      ),
    ).toBe('Here.\n\n<pre>a*      n\n---  ----\n&lt;b&gt;     7\nb    12 %</pre>');
  });

  it('is lines of text where it has no head, and a paragraph for each row where it is too wide', () => {
    expect(table([], [['a', '7']])).toBe('Here.\n\na | 7');
    expect(table(['name', 'what'], [['a', 'x'.repeat(61)]])).toBe(
      `Here.\n\n<b>name</b>: a\n<b>what</b>: ${'x'.repeat(61)}`,
    );
  });

  it('fills up rows that are shorter than others', () => {
    expect(table(['a', 'b'], [['1'], ['2', '3', '4']])).toContain('<pre>');
  });
});
