import { describe, expect, it } from 'vitest';

type Rule = readonly [RegExp, (match: RegExpExecArray) => string[] | undefined];

const moduleUrl = new URL('../../src/console/page/marks.js', import.meta.url).href;
const { marked } = (await import(moduleUrl)) as { marked(text: string, rules: readonly Rule[]): string[] };

describe('marks in a text', () => {
  const shout: Rule = [/!(\w+)!/y, ([, word = '']) => [word.toUpperCase()]];

  it('are tried in order at every place; the rest stays words', () => {
    const never: Rule = [/!\w+!/y, () => undefined];
    expect(marked('say !hello! and !this', [never, shout])).toEqual(['say ', 'HELLO', ' and !this']);
    expect(marked('', [shout])).toEqual([]);
  });

  it('stand within marks, but not so deep that a text could break the page', () => {
    const deeper: Rule[] = [[/\((.*)\)/y, ([, inner = '']) => marked(inner, deeper)]];
    const text = `${'('.repeat(20_000)}x${')'.repeat(20_000)}`;
    expect(marked(text, deeper).join('')).toMatch(/^\(+x\)+$/);
    expect(marked('((x))', deeper)).toEqual(['x']);
  });
});
