import { describe, expect, it } from 'vitest';
import { answerByIndex, answerByValue, answerSeveral, questionIn } from '../../../src/client/answers/ui-answer.ts';

const REGION = {
  type: 'options',
  id: 'ui_q',
  prompt: 'Which region?',
  options: [{ value: 'us', label: 'United States' }, { value: 'eu' }, { label: 'nothing' }, 7],
  extra: true,
};

describe('an answer to a question', () => {
  it('is read from the widget that asks, whatever else that has [MUXI-9]', () => {
    expect(questionIn(REGION)).toEqual({
      id: 'ui_q',
      prompt: 'Which region?',
      choices: [
        { value: 'us', label: 'United States' },
        { value: 'eu', label: 'eu' },
      ],
      multi: false,
    });
    expect(questionIn({ type: 'action_link', id: 'ui_l' })).toBeUndefined();
    expect(questionIn({ type: 'options', id: 'ui_q', options: [] })).toBeUndefined();
  });

  it('has the label as its words and the value as its fact [MUXI-26]', () => {
    const question = questionIn(REGION) as NonNullable<ReturnType<typeof questionIn>>;
    const answer = { message: 'United States', uiResponse: { id: 'ui_q', value: 'us' } };
    expect(answerByValue(question, 'us')).toEqual(answer);
    expect(answerByIndex(question, 0)).toEqual(answer);
  });

  it('may have several values, in the order of the question', () => {
    const question = { ...(questionIn(REGION) as NonNullable<ReturnType<typeof questionIn>>), multi: true };
    expect(answerSeveral(question, ['eu', 'us', 'eu'])).toEqual({
      message: 'United States, eu',
      uiResponse: { id: 'ui_q', value: ['us', 'eu'] },
    });
    expect(answerByValue(question, 'eu').uiResponse.value).toEqual(['eu']);
  });

  it('is refused when the question does not offer it', () => {
    const question = questionIn(REGION) as NonNullable<ReturnType<typeof questionIn>>;
    expect(() => answerByValue(question, 'mars')).toThrow("The question 'ui_q' cannot be answered so");
    expect(() => answerByIndex(question, 2)).toThrow(TypeError);
    expect(() => answerByIndex(question, -1)).toThrow(TypeError);
    expect(() => answerSeveral(question, [])).toThrow(TypeError);
    expect(() => answerSeveral(question, ['us', 'eu'])).toThrow('choose one that it offers');
    expect(() => answerSeveral({ ...question, multi: true }, ['us', 'mars'])).toThrow(TypeError);
  });
});
