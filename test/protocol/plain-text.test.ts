import { describe, expect, it } from 'vitest';
import { plainLine, plainText } from '../../src/protocol/plain-text.ts';
import { choiceLabel } from '../../src/protocol/question.ts';

describe('a line of plain words [MUXI-12]', () => {
  it.each([
    ['  Europe ', 'Europe'],
    ['Two\r\nlines', 'Two lines'],
    ['a\tb\u2028c', 'a b c'],
    ['\u202egnp.exe\u202c', 'gnp.exe'],
    ['Za\u0000p\u001b[31m', 'Zap[31m'],
    ['zero\u200bwidth\ufeff', 'zerowidth'],
    ['\ud800half', 'half'],
    [' \u200f\u2066\u2069 ', ''],
  ])('of %j is %j', (text, line) => {
    expect(plainLine(text)).toBe(line);
  });

  it.each(['नमस्ते', 'می‌خواهم', '👨‍👩‍👧', '🇪🇺 Europe', 'Äpfel & <b>Birnen</b>'])('keeps %s', (text) => {
    expect(plainLine(text)).toBe(text);
  });
});

describe('plain words of several lines', () => {
  it('keeps line breaks, all of one kind, and nothing unseen', () => {
    expect(plainText(' one\r\ntwo\rthree\u2028four\u202e\u0007 ')).toBe('one\ntwo\nthree\nfour');
  });
});

describe('what people read for a choice [MUXI-11]', () => {
  it('is its label, else its value, else its number', () => {
    expect(choiceLabel({ label: ' Europe\n', value: 'eu', number: 2 })).toBe('Europe');
    expect(choiceLabel({ label: '\u200b', value: 'eu', number: 2 })).toBe('eu');
    expect(choiceLabel({ value: '\u0000', number: 2 })).toBe('#2');
  });
});
