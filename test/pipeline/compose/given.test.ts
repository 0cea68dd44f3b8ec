import { describe, expect, it } from 'vitest';
import { composeGiven, type Emitted } from '../../../src/pipeline/compose/compose.ts';
import { DEFAULT_UI_LIMITS } from '../../../src/protocol/envelope.ts';
import { allWidgets } from '../../../src/widgets/all.ts';
import { rating } from '../../toys/rating.ts';

const widgetTypes = new Map([...allWidgets(), [rating.type, rating]]);

function given(widgets: unknown, text = '') {
  const emitted: Emitted[] = [];
  const onEmitted = (all: readonly Emitted[]) => emitted.push(...all);
  const envelope = composeGiven(text, widgets, { widgetTypes, limits: DEFAULT_UI_LIMITS, onEmitted });
  return { ...envelope, emitted, codes: envelope.notes.map(({ code }) => code) };
}

const options = {
  type: 'options',
  id: 'ui_abc',
  prompt: 'Which region?',
  options: [
    { value: 'us', label: 'United States' },
    { value: 'eu', label: 'Europe' },
  ],
  multi: false,
};
const link = { type: 'action_link', id: 'ui_def', label: 'Connect', url: 'https://acme.example' };

describe('ready-made widgets', () => {
  it('give the same envelope as produced ones', () => {
    const { text, widgets, questions, notes, emitted } = given([options, link], 'Hi');
    expect(text).toBe('Hi\n\nWhich region?\n1. United States\n2. Europe\n\nConnect: https://acme.example');
    expect(widgets).toEqual([options, link]);
    expect(questions).toEqual([
      { widgetId: 'ui_abc', prompt: 'Which region?', choices: options.options, multi: false },
    ]);
    expect(notes).toEqual([]);
    expect(emitted.map(({ id, provenance }) => [id, provenance])).toEqual([
      ['ui_abc', 'runtime'],
      ['ui_def', 'runtime'],
    ]);
  });

  it('keep fields that nobody knows [MUXI-9]', () => {
    expect(given([{ ...link, style: { colour: 'red' } }]).widgets).toEqual([{ ...link, style: { colour: 'red' } }]);
  });

  it('may be of a type from outside', () => {
    expect(given([rating.sample])).toMatchObject({
      widgets: [rating.sample],
      questions: [{ prompt: 'How was the soup?' }],
    });
  });

  it('of an unknown type are ignored with a note [MUXI-9]', () => {
    const { widgets, notes } = given([{ type: 'poll', id: 'ui_x' }, link]);
    expect(widgets).toEqual([link]);
    expect(notes).toEqual([
      { code: 'widget_unknown', message: "Widget 1 of the given list was left out: there is no widget type 'poll'." },
    ]);
  });

  it.each([
    ['null', null],
    ['a string', 'options'],
    ['an array', []],
    ['no type', { id: 'ui_x' }],
    ['a type of another kind', { type: 7, id: 'ui_x' }],
    ['a type in its prototype', JSON.parse('{"__proto__":{"type":"action_link"}}')],
    ['no id', { ...link, id: undefined }],
    ['a script for a URL', { ...link, url: 'javascript:alert(1)' }],
    ['an id that no button carries back', { ...options, id: 'ui_a-b' }],
    ['no options', { ...options, options: [] }],
  ])('that are invalid are dropped alone: %s [MUXI-25, HI-18]', (_, bad) => {
    const { widgets, codes } = given([bad, { ...link, id: 'ui_ok' }]);
    expect(widgets.map(({ id }) => id)).toEqual(['ui_ok']);
    expect(codes).toEqual(['widget_invalid']);
  });

  it('say in their note which one and what was wrong', () => {
    expect(given([link, { ...options, prompt: 7 }]).notes[0]?.message).toBe(
      'Widget 2 of the given list was left out: prompt: Invalid input: expected string, received number.',
    );
  });

  it('never share an id: the first has it', () => {
    const { widgets, questions, codes } = given([options, { ...options, prompt: 'Which size?' }]);
    expect(widgets).toEqual([options]);
    expect(questions).toHaveLength(1);
    expect(codes).toEqual(['widget_invalid']);
  });

  it('with 26 choices are a question in the text [MUXI-24]', () => {
    const many = { ...options, options: Array.from({ length: 26 }, (_, index) => ({ value: `v${index}` })) };
    const { text, widgets, questions, codes } = given([many]);
    expect(widgets).toEqual([]);
    expect(questions[0]?.choices).toHaveLength(26);
    expect(text.endsWith('\n26. v25')).toBe(true);
    expect(codes).toEqual(['too_many_choices']);
  });

  it.each([null, undefined, {}, 'x', 7, { 0: link, length: 1 }])('are ignored when they are no list: %j', (widgets) => {
    expect(given(widgets, 'Hi')).toMatchObject({ text: 'Hi', widgets: [], codes: ['widget_invalid'] });
  });

  it('that are none leave the text as it is', () => {
    expect(given([], ' Hi ')).toMatchObject({ text: ' Hi ', widgets: [], notes: [] });
  });

  it('nested 20,000 deep are dropped alone', () => {
    const deep = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`);
    const { widgets, codes } = given([{ ...link, deep }, { ...link, id: 'ui_ok' }, deep]);
    expect(widgets.map(({ id }) => id)).toEqual(['ui_ok']);
    expect(codes).toEqual(['widget_invalid', 'widget_unserialisable']);
  });

  it('of 10 MB are dropped in a moment', () => {
    const startMs = performance.now();
    const resource = { type: 'mcp_resource', resource: 'ui://a/b', server: 's', tool: 't' };
    const { codes } = given([{ ...resource, id: 'ui_x', data: 'a'.repeat(10_000_000) }], 'Hi');
    expect(codes).toEqual(['widget_too_large']);
    expect(performance.now() - startMs).toBeLessThan(500);
  });
});
