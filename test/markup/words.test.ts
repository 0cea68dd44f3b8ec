import { describe, expect, it } from 'vitest';
import { completeText, type InWords, showInWords, showWithoutButtons } from '../../src/markup/words.ts';
import type { Affordance } from '../../src/protocol/affordance.ts';

const id = 'ui_0123456789abcdefghijk';

function shown(affordance: Affordance): InWords {
  const out: InWords = { words: [], notes: [] };
  showInWords(affordance, 'this is a test', out);
  return out;
}

function choiceOf(count: number, multi: boolean): Affordance {
  const options = Array.from({ length: count }, (_, index) => ({ label: `Option ${index}`, index }));
  return { type: 'choice', widgetId: id, prompt: 'Which?', options, multi };
}

describe('showing an affordance in words', () => {
  it('adds what the text does not say, and notes it', () => {
    expect(shown({ type: 'note', widgetId: id, text: 'See the web chat.' })).toEqual({
      words: ['See the web chat.'],
      notes: [
        {
          code: 'note_as_text',
          message: 'The note of widget ui_0123456789abcdefghijk is shown as text: this is a test.',
          widgetId: id,
        },
      ],
    });
    expect(shown({ type: 'open', widgetId: id, label: 'Map', url: 'https://a.example/m' }).words).toEqual([]);
    const png = async () => new Uint8Array();
    expect(shown({ type: 'image', widgetId: id, alt: 'Sales by month', png }).words).toEqual(['Sales by month']);
    expect(shown({ type: 'prefill', widgetId: id, label: 'Buy', command: '/buy 1' }).words).toEqual(['Buy: /buy 1']);
    expect(
      shown({
        type: 'table',
        widgetId: id,
        headers: ['City', 'm'],
        rows: [
          ['Bonn', '60'],
          ['a\nb', '1'],
        ],
      }).words,
    ).toEqual([expect.objectContaining({ words: 'City | m\nBonn | 60\na b | 1' })]);
  });

  it('writes a point on the map below its words, and none that is nowhere', () => {
    const words = (latitude: number, longitude: number, text = 'Here') =>
      shown({ type: 'note', widgetId: id, text, point: { latitude, longitude } }).words;
    expect(words(48.85837, -2.2944812345)).toEqual(['Here\n48.85837, -2.294481']);
    expect(words(-90, 180)).toEqual(['Here\n-90, 180']);
    expect(words(1e-9, 0, '')).toEqual(['0, 0']);
    for (const nowhere of [90.1, Number.NaN, Number.POSITIVE_INFINITY]) expect(words(nowhere, 0)).toEqual(['Here']);
  });

  it('adds nothing to choices and links, which the text lists', () => {
    expect(shown(choiceOf(2, false)).words).toEqual([]);
    expect(shown({ type: 'link', widgetId: id, label: 'Docs', url: 'https://a.example' }).words).toEqual([]);
  });

  it('says how to pick several', () => {
    expect(shown(choiceOf(1, true)).words).toEqual(['Reply with the numbers, for example: 1']);
    expect(shown(choiceOf(2, true)).words).toEqual(['Reply with the numbers, for example: 1, 2']);
    expect(shown(choiceOf(5, true)).words).toEqual(['Reply with the numbers, for example: 1, 3']);
  });

  it('tells a choice without room for buttons from one that has none', () => {
    const out: InWords = { words: [], notes: [] };
    showWithoutButtons(choiceOf(2, false), 'x', out);
    showWithoutButtons({ type: 'link', widgetId: id, label: 'Docs', url: 'https://a.example' }, 'x', out);
    expect(out.notes.map(({ code }) => code)).toEqual(['buttons_as_text', 'link_as_text']);
    expect(shown(choiceOf(2, false)).notes.map(({ code }) => code)).toEqual(['choices_as_text']);
  });
});

describe('completing the text', () => {
  it('adds each paragraph of words once, unless the text holds it as lines of its own', () => {
    const words = ['one', 'two\nthree', 'one'];
    const complete = (text: string) => completeText(text, [], { words, notes: [] });
    expect(complete('Hello')).toEqual({ text: 'Hello', added: ['one', 'two\nthree'] });
    expect(complete('one\ntwo\nthree')).toEqual({ text: 'one\ntwo\nthree', added: [] });
    expect(complete('someone')).toEqual({ text: 'someone', added: ['one', 'two\nthree'] });
    expect(complete('')).toEqual({ text: '', added: ['one', 'two\nthree'] });
  });

  it('makes a blank text from the affordances', () => {
    const out: InWords = { words: [], notes: [] };
    const link: Affordance = { type: 'link', widgetId: id, label: 'Docs', url: 'https://a.example' };
    expect(completeText(' \0', [choiceOf(2, false), link], out)).toEqual({
      text: '',
      added: ['Which?\n1. Option 0\n2. Option 1\n\nDocs: https://a.example'],
    });
    expect(out.notes.map(({ code }) => code)).toEqual(['text_empty']);
  });
});
