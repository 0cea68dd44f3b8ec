import { describe, expect, it } from 'vitest';
import { createFormWords, createSay, SENTENCE_CODES } from '../../src/pipeline/sentences.ts';

describe('sentences to people', () => {
  it('has every sentence in English and in Chinese [UBP-47]', () => {
    const say = createSay();
    for (const code of SENTENCE_CODES) {
      const [english, chinese] = [say(code, 'en', 'X'), say(code, 'zh-hans', 'X')];
      expect(english === '', code).toBe(chinese === '');
      if (english !== '') expect(english, code).not.toBe(chinese);
      expect(english.includes('X'), code).toBe(chinese.includes('X'));
    }
  });

  it('speaks English where the language is unknown', () => {
    expect(createSay()('recorded', undefined, 'Europe')).toBe('Recorded: Europe');
    expect(createSay()('recorded', 'de', 'Europe')).toBe('Recorded: Europe');
    expect(createSay()('recorded', 'ZH-TW', 'Europe')).toBe('已记录：Europe');
  });

  it('takes the wording of the formation, and a label as it is', () => {
    const say = createSay({ en: { recorded: 'Noted {label}!' } });
    expect(say('recorded', 'en', '$& {label}')).toBe('Noted $& {label}!');
    expect(say('expired', 'en')).toBe('This question has expired.');
  });
});

it('words a form in the language of whoever opens it, or as the formation does', () => {
  const words = createFormWords(createSay({ en: { form_title: 'Look it over' } }));
  expect(words('en-GB')).toEqual({
    title: 'Look it over',
    submit: 'Send',
    cancel: 'Cancel',
    failed: 'Something went wrong here. Please try again.',
  });
  expect(words('zh-TW')).toMatchObject({ title: '确认并发送', submit: '发送', cancel: '取消' });
  expect(words(undefined).submit).toBe('Send');
});
