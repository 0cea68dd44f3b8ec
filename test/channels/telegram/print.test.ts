import { describe, expect, it } from 'vitest';
import type { InlineButton } from '../../../src/channels/telegram/keyboard.ts';
import { printTelegram } from '../../../src/channels/telegram/print.ts';
import type { Affordance } from '../../../src/protocol/affordance.ts';
import type { ContentFormat } from '../../../src/protocol/transformer.ts';
import { choice, idOf, labels, link } from '../contract/widgets.ts';

const html: ContentFormat = { format: 'html', maxLength: 4096, overflow: 'split', truncationSuffix: '…' };

function printed(affordances: readonly Affordance[], text = 'Pick', content = html) {
  const { parts, notes } = printTelegram(affordances, text, content);
  const markup = parts.at(-1)?.ui.reply_markup as { inline_keyboard: InlineButton[][] } | undefined;
  return {
    contents: parts.map((part) => part.content),
    rows: markup?.inline_keyboard ?? [],
    codes: notes.map(({ code }) => code),
  };
}

function shape(affordances: readonly Affordance[]): string[][] {
  return printed(affordances).rows.map((row) => row.map(({ text }) => text));
}

describe('the inline keyboard', () => {
  it('names the widget and the index of each option [MUXI-31, CH-1]', () => {
    expect(printed([choice(['Yes', 'No'])]).rows).toEqual([
      [
        { text: 'Yes', callback_data: 'ui_widget_number_0000000#0' },
        { text: 'No', callback_data: 'ui_widget_number_0000000#1' },
      ],
    ]);
  });

  it('puts short labels side by side and long ones alone', () => {
    expect(shape([choice(['1', '2', '3', '4', '5'])])).toEqual([
      ['1', '2', '3'],
      ['4', '5'],
    ]);
    expect(shape([choice(['January', 'February', 'March'])])).toEqual([['January', 'February', 'March']]);
    expect(shape([choice(['United States', 'Europe'])])).toEqual([['United States', 'Europe']]);
    expect(shape([choice(['Deploy to the United States', 'No'])])).toEqual([['Deploy to the United States'], ['No']]);
    expect(shape([choice(['北京上海广州', '深圳'])])).toEqual([['北京上海广州', '深圳']]);
  });

  it('gives each question its own rows, and lets links share theirs', () => {
    const second = choice(['Yes', 'No'], { widgetId: idOf(1) });
    const links = [link('https://a.example', { label: 'Docs' }), link('https://b.example', { label: 'Help' })];
    expect(shape([choice(['Yes', 'No']), ...links, second])).toEqual([
      ['Yes', 'No'],
      ['Docs', 'Help'],
      ['Yes', 'No'],
    ]);
  });

  it('clips a label to 64 graphemes, and numbers one that shows nothing [MUXI-38]', () => {
    const { rows, codes } = printed([choice([`${'👍🏽'.repeat(70)}`, '\u200b'])]);
    expect(rows.flat().map(({ text }) => text)).toEqual([`${'👍🏽'.repeat(63)}…`, '2']);
    expect(codes).toEqual(['label_clipped']);
  });

  it('keeps equal labels apart by their data alone [CH-40]', () => {
    const data = printed([choice(['Same', 'Same'])])
      .rows.flat()
      .map((button) => 'callback_data' in button && button.callback_data);
    expect(data).toEqual(['ui_widget_number_0000000#0', 'ui_widget_number_0000000#1']);
  });

  it('holds 100 buttons; the widget that passes them stays numbered text [MUXI-38]', () => {
    const four = [0, 1, 2, 3].map((at) => choice(labels(25), { widgetId: idOf(at) }));
    expect(printed(four).rows.flat()).toHaveLength(100);
    const { rows, codes } = printed([...four, choice(['Yes'], { widgetId: idOf(4) })]);
    expect(rows.flat()).toHaveLength(100);
    expect(codes).toEqual(['buttons_as_text']);
  });

  it('holds 10 kB of buttons', () => {
    const wide = [0, 1].map((at) =>
      choice(
        labels(25).map((label) => `${label} ${'ж'.repeat(50)}`),
        { widgetId: idOf(at) },
      ),
    );
    const { rows, codes } = printed([...wide, link('https://a.example')]);
    expect(rows.flat()).toHaveLength(26);
    expect(codes).toEqual(['buttons_as_text']);
  });

  it('has a toggle for each option of several, and a button below that sends them', () => {
    const { rows, contents, codes } = printed(
      [choice(['a', 'b', '\u200b'], { multi: true })],
      'Pick\n1. a\n2. b\n3. c',
    );
    expect(rows).toEqual([
      [
        { text: '☐ a', callback_data: 'ui_widget_number_0000000#t0' },
        { text: '☐ b', callback_data: 'ui_widget_number_0000000#t1' },
        { text: '☐ 3', callback_data: 'ui_widget_number_0000000#t2' },
      ],
      [{ text: 'Done', callback_data: 'ui_widget_number_0000000#ok' }],
    ]);
    expect(contents).toEqual(['Pick\n1. a\n2. b\n3. c']);
    expect(codes).toEqual(['label_clipped']);
  });

  it('keeps a toggle to 64 graphemes and 64 bytes, its state included [MUXI-38, CH-1]', () => {
    const long = choice(['👍🏽'.repeat(70)], { multi: true });
    expect(printed([long]).rows[0]).toEqual([
      { text: `☐ ${'👍🏽'.repeat(61)}…`, callback_data: 'ui_widget_number_0000000#t0' },
    ]);
    expect(printed([choice(['a'], { multi: true, widgetId: `ui_${'x'.repeat(58)}` })]).rows).toHaveLength(2);
    const { rows, contents } = printed([choice(['a', 'b'], { multi: true, widgetId: `ui_${'x'.repeat(59)}` })]);
    expect(rows).toEqual([]);
    expect(contents).toEqual(['Pick\n\nReply with the numbers, for example: 1, 2']);
  });

  it('leaves a choice as text whose callback data would pass 64 bytes or not come back [CH-1, MUXI-31]', () => {
    expect(printed([choice(['a'], { widgetId: `ui_${'x'.repeat(59)}` })]).rows).toHaveLength(1);
    for (const widgetId of [`ui_${'x'.repeat(60)}`, 'ui_a-b', 'foreign', '']) {
      const { rows, codes } = printed([choice(['a'], { widgetId })]);
      expect(rows).toEqual([]);
      expect(codes).toEqual(['choices_as_text']);
    }
    for (const index of [-1, 100, 1.5, Number.NaN]) {
      expect(printed([choice([], { options: [{ label: 'a', index }] })]).rows).toEqual([]);
    }
    expect(printed([choice([])]).rows).toEqual([]);
  });

  it('makes a button of a public URL only [CH-28, MUXI-38]', () => {
    expect(printed([link('https://a.example/x?y=1')]).rows).toEqual([
      [{ text: 'Open', url: 'https://a.example/x?y=1' }],
    ]);
    for (const url of ['http://localhost:3000', 'http://192.168.0.1/', 'https://a.example/a b', 'tg://x']) {
      const { rows, contents, codes } = printed([link(url)], `Open: ${url}`);
      expect(rows).toEqual([]);
      expect(contents).toEqual([`Open: ${url}`]);
      expect(codes).toEqual(['link_as_text']);
    }
  });

  it('copies a command of up to 256 characters; a longer one is text', () => {
    const prefill = { type: 'prefill', widgetId: idOf(0), label: 'Buy', command: `/buy ${'1'.repeat(251)}` } as const;
    expect(printed([prefill]).contents).toEqual([`Pick\n\nBuy: ${prefill.command}`]);
    expect(printed([prefill]).rows).toEqual([[{ text: 'Buy', copy_text: { text: prefill.command } }]]);
    const long = printed([{ ...prefill, command: `${prefill.command}1` }], 'Hi');
    expect(long.rows).toEqual([]);
    expect(long.contents).toEqual([`Hi\n\nBuy: ${prefill.command}1`]);
    expect(long.codes).toEqual(['prefill_as_text']);
  });
});

describe('the text on Telegram', () => {
  it('is escaped for HTML, and counted before [CH-21]', () => {
    expect(printed([], 'a < b && c').contents).toEqual(['a &lt; b &amp;&amp; c']);
    expect(printed([], '&'.repeat(4096)).contents).toEqual(['&amp;'.repeat(4096)]);
    expect(printed([], '&'.repeat(4097)).contents.map((part) => part.length)).toEqual([5 * 4096, 5]);
  });

  it('is escaped for MarkdownV2 when a template wants that [CH-19]', () => {
    const markdown = { ...html, format: 'markdown' } as const;
    expect(printed([], '1. a-b (c)!', markdown).contents).toEqual(['1\\. a\\-b \\(c\\)\\!']);
  });

  it('is words without marks in a template without a parse mode', () => {
    expect(printed([], 'a < b *c*', { ...html, format: 'plain' }).contents).toEqual(['a < b c']);
  });

  it('has its buttons on the last part, with room for the answer of each question', () => {
    const one = printed([choice(['Yes'])], 'x'.repeat(4028));
    expect(one.contents.map((part) => part.length)).toEqual([4028]);
    const two = printed([choice(['Yes'])], 'x'.repeat(4029));
    expect(two.contents.map((part) => part.length)).toEqual([4028, 1]);
    expect(two.codes).toEqual(['text_split']);
    const many = Array.from({ length: 60 }, (_, at) => choice(['Yes'], { widgetId: idOf(at) }));
    expect(printed(many, 'x'.repeat(3000)).contents.map((part) => part.length)).toEqual([2048, 952]);
  });

  it('is truncated at a grapheme when the template says so', () => {
    const truncate: ContentFormat = { format: 'html', maxLength: 10, overflow: 'truncate', truncationSuffix: ' (…)' };
    expect(printed([], 'abcdefghijk', truncate)).toEqual({
      contents: ['abcdef (…)'],
      rows: [],
      codes: ['text_truncated'],
    });
  });
});
