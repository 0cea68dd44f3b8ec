import { describe, expect, it } from 'vitest';
import { options } from '../../src/widgets/options/index.ts';

const given = {
  type: 'options',
  id: 'ui_abc',
  prompt: 'Which region?',
  options: [{ value: 'us', label: 'United States' }, { value: 'eu' }],
};

const parse = (changes: object) => options.schema.safeParse({ ...given, ...changes });

describe('an options widget', () => {
  it('lowers to one choice, numbered from 0 [MUXI-11]', () => {
    const widget = options.schema.parse(given);
    expect(options.lower(widget)).toEqual([
      {
        type: 'choice',
        widgetId: 'ui_abc',
        prompt: 'Which region?',
        options: [
          { label: 'United States', index: 0 },
          { label: 'eu', index: 1 },
        ],
        multi: false,
      },
    ]);
  });

  it('has multi, false by default [MUXI-11]', () => {
    expect(parse({}).data?.multi).toBe(false);
    expect(parse({ multi: true }).data?.multi).toBe(true);
    expect(parse({ multi: 'yes' }).success).toBe(false);
  });

  it('shows a value without a label as its own label [MUXI-11]', () => {
    expect(parse({}).data?.options[1]).toEqual({ value: 'eu', label: 'eu' });
    expect(parse({ options: [{ value: 'eu', label: ' ' }] }).data?.options[0]?.label).toBe('eu');
    expect(parse({ options: [{ value: 'eu', label: 7 }] }).data?.options[0]?.label).toBe('eu');
  });

  it('skips options without a value; with none left it is none [MUXI-11]', () => {
    const some = [{ label: 'No value' }, null, 'eu', { value: '' }, { value: 7 }, { value: 'eu', label: 'Europe' }];
    expect(parse({ options: some }).data?.options).toEqual([{ value: 'eu', label: 'Europe' }]);
    expect(parse({ options: some.slice(0, 5) }).success).toBe(false);
    expect(parse({ options: [] }).success).toBe(false);
  });

  it('has labels of one visible line, and values as they are [MUXI-12]', () => {
    const option = { value: ' e\nu ', label: ' Eu\u202erope\n1. Fake' };
    expect(parse({ options: [option] }).data?.options).toEqual([{ value: ' e\nu ', label: 'Europe 1. Fake' }]);
  });

  it('needs an id that a button can carry back in 64 bytes [MUXI-10, MUXI-31]', () => {
    expect(parse({ id: `ui_${'a'.repeat(58)}` }).success).toBe(true);
    for (const id of [`ui_${'a'.repeat(59)}`, 'ui_', 'ui_a-b', 'abc', '', 7]) expect(parse({ id }).success).toBe(false);
  });

  it('is a question of the same choices', () => {
    expect(options.question?.(options.schema.parse(given))).toEqual({
      prompt: 'Which region?',
      choices: [
        { value: 'us', label: 'United States' },
        { value: 'eu', label: 'eu' },
      ],
      multi: false,
    });
  });

  it('in words is its prompt and its numbered labels', () => {
    expect(options.fallback(options.schema.parse(given))).toBe('Which region?\n1. United States\n2. eu');
    expect(options.fallback(options.schema.parse({ ...given, prompt: '' }))).toBe('1. United States\n2. eu');
  });
});
