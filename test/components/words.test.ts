import { describe, expect, it } from 'vitest';
import { WORDS } from '../../src/components/words/table.ts';
import { wordsFor } from '../../src/components/words/words.ts';

const namesIn = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();

describe('the words of the components', () => {
  it('are there in every language, with the same names in them [UBP-47]', () => {
    expect(Object.keys(WORDS.zh)).toEqual(Object.keys(WORDS.en));
    for (const [key, text] of Object.entries(WORDS.en)) {
      expect([key, namesIn(WORDS.zh[key as keyof typeof WORDS.zh])]).toEqual([key, namesIn(text)]);
    }
  });

  it('are in the language of the reader, else in English, with their names filled in', () => {
    expect(wordsFor('zh-Hant-TW')('send')).toBe('发送');
    expect(wordsFor('de')('send')).toBe('Send');
    expect(wordsFor('en')('chosen', { label: '$& {label}' })).toBe('Chosen: $& {label}');
    expect(wordsFor('en')('chosen')).toBe('Chosen: {label}');
  });

  it('are turned around by nothing that is filled in [CH-65]', () => {
    const given = { tool: '\u202Egpj.exe\u2067', server: 'a\u2069\u202Db' };
    expect(wordsFor('en')('app_from', given)).toBe('App “gpj.exe” of the MCP server “ab”');
  });
});
