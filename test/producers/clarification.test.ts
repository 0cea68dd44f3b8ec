import { describe, expect, it } from 'vitest';
import { made } from './made.ts';

const ask = (choices: { value?: string | null; label?: string }[], multi?: boolean) =>
  made({ clarification: { prompt: 'Which region?', choices, ...(multi !== undefined && { multi }) } });

const numbered = (count: number) => Array.from({ length: count }, (_, index) => ({ value: `v${index}` }));

describe('a clarification', () => {
  it('becomes an options widget and its question, under one id [MUXI-11, MUXI-16]', () => {
    const choices = [
      { value: 'us', label: 'United States' },
      { value: 'eu', label: 'Europe' },
    ];
    const { widgets, provenances, questions, notes } = ask(choices);
    expect(widgets).toEqual([{ type: 'options', id: 'ui_1', prompt: 'Which region?', options: choices, multi: false }]);
    expect(provenances).toEqual(['clarification']);
    expect(questions).toEqual([{ widgetId: 'ui_1', prompt: 'Which region?', choices, multi: false }]);
    expect(notes).toEqual([]);
  });

  it('may take several [MUXI-13]', () => {
    const { widgets, questions } = ask([{ value: 'us' }], true);
    expect(widgets[0]?.multi).toBe(true);
    expect(questions[0]?.multi).toBe(true);
  });

  it('shows the value where there is no label [MUXI-11]', () => {
    expect(ask([{ value: 'eu' }, { value: 'us', label: '  ' }]).questions[0]?.choices).toEqual([
      { value: 'eu', label: 'eu' },
      { value: 'us', label: 'us' },
    ]);
  });

  it('leaves out choices without a value and repeated values, with a note [MUXI-11, MUXI-12]', () => {
    const { questions, widgets, codes } = ask([
      { value: '', label: 'Nothing' },
      { label: 'Nothing either' },
      { value: null },
      { value: 'eu', label: 'Europe' },
      { value: 'eu', label: 'Europe again' },
    ]);
    expect(questions[0]?.choices).toEqual([{ value: 'eu', label: 'Europe' }]);
    expect(widgets[0]?.options).toEqual([{ value: 'eu', label: 'Europe' }]);
    expect(codes).toEqual(Array(4).fill('choice_skipped'));
  });

  it('without any choice is a prompt alone', () => {
    const { widgets, questions, codes } = ask([]);
    expect(widgets).toEqual([]);
    expect(questions).toEqual([{ widgetId: 'ui_1', prompt: 'Which region?', choices: [], multi: false }]);
    expect(codes).toEqual(['no_choices']);
  });

  it('has a widget for 25 choices, and for 26 only a question with all of them [MUXI-24]', () => {
    expect(ask(numbered(25)).widgets[0]?.options).toHaveLength(25);
    const { widgets, questions, notes } = ask(numbered(26));
    expect(widgets).toEqual([]);
    expect(questions[0]?.choices).toHaveLength(26);
    expect(notes).toEqual([
      {
        code: 'too_many_choices',
        widgetId: 'ui_1',
        message:
          'The question of the clarification offers 26 choices, 25 is the limit of a widget. The text lists them all.',
      },
    ]);
  });

  it('has a widget for values of 256 bytes, and for 257 only a question with all choices [MUXI-12]', () => {
    expect(ask([{ value: 'a'.repeat(256) }, { value: 'b' }]).widgets).toHaveLength(1);
    for (const value of ['a'.repeat(257), 'é'.repeat(129)]) {
      const { widgets, questions, codes } = ask([{ value, label: 'Long' }, { value: 'b' }]);
      expect(widgets).toEqual([]);
      expect(questions[0]?.choices).toHaveLength(2);
      expect(codes).toEqual(['value_too_long']);
    }
  });

  it('keeps values byte for byte', () => {
    const values = [' eu ', 'e\nu', '\u202eeu', '__proto__', 'constructor', '{"type":"options"}', '1'];
    const { questions } = ask(values.map((value) => ({ value })));
    expect(questions[0]?.choices.map(({ value }) => value)).toEqual(values);
  });

  it.each([
    ['a direction override', 'safe\u202egpj.exe', 'safegpj.exe'],
    ['a fake second choice', 'Yes\n2. No', 'Yes 2. No'],
    ['control characters', 'Y\u0000e\u001bs\u007f', 'Yes'],
    ['half a character', 'Yes\udc00', 'Yes'],
    ['markup', '<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
  ])('has labels without %s [HI-38, MUXI-12]', (_, label, shown) => {
    expect(ask([{ value: 'y', label }]).questions[0]?.choices).toEqual([{ value: 'y', label: shown }]);
  });

  it('calls a choice of which nothing is visible by its number', () => {
    expect(ask([{ value: 'a' }, { value: '\u200b', label: '\u202e' }]).questions[0]?.choices[1]?.label).toBe('#2');
  });

  it('has a prompt without unseen characters, on as many lines as it was given', () => {
    const { questions } = made({ clarification: { prompt: ' One\r\ntwo\u202e? ', choices: [{ value: 'a' }] } });
    expect(questions[0]?.prompt).toBe('One\ntwo?');
  });
});

describe('a credential choice', () => {
  it('asks which account is meant', () => {
    const accounts = [{ value: 'acc_1', label: 'work' }, { value: 'acc_2' }];
    const { widgets, questions, provenances } = made({ credential_choice: { service: 'github', accounts } });
    const prompt = 'Which github account should be used?';
    const choices = [
      { value: 'acc_1', label: 'work' },
      { value: 'acc_2', label: 'acc_2' },
    ];
    expect(questions).toEqual([{ widgetId: 'ui_1', prompt, choices, multi: false }]);
    expect(widgets).toEqual([{ type: 'options', id: 'ui_1', prompt, options: choices, multi: false }]);
    expect(provenances).toEqual(['clarification']);
  });

  it('says no line breaks of the service name', () => {
    const { questions } = made({ credential_choice: { service: 'git\r\nhub', accounts: [{ value: 'a' }] } });
    expect(questions[0]?.prompt).toBe('Which git hub account should be used?');
  });
});
