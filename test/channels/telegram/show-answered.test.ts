import { describe, expect, it } from 'vitest';
import { showAnswered } from '../../../src/channels/telegram/show-answered.ts';

const OTHER = 'ui_ZzZzZzZzZzZzZzZzZzZzZ';
const ASKED = 'ui_AbCdEfGhIjKlMnOpQrStU';

const button = (text: string, callback_data: string) => ({ text, callback_data });
const link = { text: 'Timetable', url: 'https://ferry.example/times' };

/** A message with two questions and a link. */
function payload(fields: object = {}) {
  return {
    chat_id: 77,
    message_thread_id: 4,
    text: '<b>Which</b> pier?',
    parse_mode: 'HTML',
    reply_markup: {
      inline_keyboard: [
        [button('North', `${ASKED}#0`), button('South', `${ASKED}#1`)],
        [button('More', `${ASKED}#p2`), link],
        [button('Yes', `${OTHER}#0`)],
      ],
    },
    ...fields,
  };
}

describe('showing an answer', () => {
  it("adds a line and takes that question's buttons away, and no others", () => {
    expect(showAnswered({ payload: payload(), answered: [{ widgetId: ASKED, label: 'North' }] })).toEqual({
      chat_id: 77,
      text: '<b>Which</b> pier?\n\n✓ North',
      parse_mode: 'HTML',
      reply_markup: { inline_keyboard: [[link], [button('Yes', `${OTHER}#0`)]] },
    });
  });

  it('leaves an empty keyboard when everything is answered', () => {
    const only = payload({ reply_markup: { inline_keyboard: [[button('North', `${ASKED}#0`)]] } });
    expect(showAnswered({ payload: only, answered: [{ widgetId: ASKED, label: 'North' }] })).toMatchObject({
      reply_markup: { inline_keyboard: [] },
    });
  });

  it('has one line per answer, in their order', () => {
    const answered = [
      { widgetId: OTHER, label: 'Yes' },
      { widgetId: ASKED, label: 'South' },
    ];
    expect(showAnswered({ payload: payload(), answered })).toMatchObject({
      text: '<b>Which</b> pier?\n\n✓ Yes\n\n✓ South',
      reply_markup: { inline_keyboard: [[link]] },
    });
  });

  it.each([
    ['HTML', '<i>A&B</i>', '&lt;i&gt;A&amp;B&lt;/i&gt;'],
    ['MarkdownV2', '1. a_b!', '1\\. a\\_b\\!'],
    ['Markdown', 'a_b!', 'a\\_b!'],
    [undefined, '<i>a_b', '<i>a_b'],
  ])('escapes the label for %s [HI-38]', (parse_mode, label, shown) => {
    const edit = showAnswered({ payload: payload({ text: 'Q', parse_mode }), answered: [{ widgetId: ASKED, label }] });
    expect(edit?.text).toBe(`Q\n\n✓ ${shown}`);
  });

  it('clips a label to 64 whole characters on one line', () => {
    const label = `a\n${'🚢'.repeat(80)}`;
    const edit = showAnswered({ payload: payload({ text: 'Q' }), answered: [{ widgetId: ASKED, label }] });
    expect(edit?.text).toBe(`Q\n\n✓ a ${'🚢'.repeat(61)}…`);
    const exact = showAnswered({
      payload: payload({ text: 'Q' }),
      answered: [{ widgetId: ASKED, label: 'é'.repeat(64) }],
    });
    expect(exact?.text).toBe(`Q\n\n✓ ${'é'.repeat(64)}`);
  });

  it('changes the buttons only where the text has no room for the line', () => {
    const full = payload({ text: 'x'.repeat(4090) });
    expect(showAnswered({ payload: full, answered: [{ widgetId: ASKED, label: 'North' }] })).toEqual({
      chat_id: 77,
      reply_markup: { inline_keyboard: [[link], [button('Yes', `${OTHER}#0`)]] },
    });
  });

  it('counts the words and not the markup', () => {
    const marked = payload({ text: `<b>${'&amp;'.repeat(4000)}</b>` });
    expect(showAnswered({ payload: marked, answered: [{ widgetId: ASKED, label: 'North' }] })).toHaveProperty('text');
  });

  it('changes the text of a message that has no keyboard, and adds none', () => {
    const bare = { chat_id: 77, text: 'Q' };
    expect(showAnswered({ payload: bare, answered: [{ widgetId: ASKED, label: 'North' }] })).toEqual({
      chat_id: 77,
      text: 'Q\n\n✓ North',
    });
  });

  it.each([null, 'text', 7, [], {}, { chat_id: 77 }, { chat_id: 77, reply_markup: 'x' }])(
    'has nothing to change in %j',
    (odd) => {
      expect(showAnswered({ payload: odd, answered: [{ widgetId: ASKED, label: 'North' }] })).toBeUndefined();
    },
  );
});
