import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const page = new URL('../../src/console/page/', import.meta.url);
const { WORDS, languageFor } = (await import(new URL('words.js', page).href)) as {
  WORDS: Record<string, Record<string, string>>;
  languageFor(wanted: readonly string[]): string;
};

describe("the page's words", () => {
  it('are there in every language, with the same blanks [UBP-47]', () => {
    expect(Object.keys(WORDS)).toEqual(['en', 'zh']);
    const blanksOf = (words: Record<string, string> = {}) =>
      Object.entries(words).map(([key, text]) => [key, text.match(/\{\w+\}/g)?.sort() ?? []]);
    expect(blanksOf(WORDS.zh)).toEqual(blanksOf(WORDS.en));
  });

  it('are all used, and all that are used are there', () => {
    const folder = fileURLToPath(page);
    const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(js|html)$/.test(file) && file !== 'words.js')
      .map((file) => readFileSync(`${folder}/${file}`, 'utf8'))
      .join('\n');
    const named = [...sources.matchAll(/word\(\s*'(\w+)'|data-word[\w-]*="(\w+)"/g)].map(([, a, b]) => a ?? b);
    expect(named.filter((key) => !Object.hasOwn(WORDS.en ?? {}, String(key)))).toEqual([]);
    const unused = Object.keys(WORDS.en ?? {}).filter((key) => !sources.includes(key) && !/^(dialect|tool)_/.test(key));
    expect(unused).toEqual([]);
  });

  it("are in the first of the reader's languages that there is", () => {
    expect(languageFor(['de-CH', 'zh-CN', 'en'])).toBe('zh');
    expect(languageFor(['zh'])).toBe('zh');
    expect(languageFor(['fr', '__proto__'])).toBe('en');
    expect(languageFor([])).toBe('en');
  });
});
