import { describe, expect, it } from 'vitest';
import { parseGrowing } from '../../../src/markup/parse/parse-growing.ts';
import { parseMarkdown } from '../../../src/markup/parse/parse-markdown.ts';
import type { Block, Tree } from '../../../src/markup/tree/nodes.ts';

const TEXT = `# Title

Some *words* and a
second line
- one
  - nested

  loose
- two

1) first
2) second

> quoted
lazy

| a | b |
|---|---|
| 1 | 2 |
after the table

Setext
------
***
\`\`\`js
const a = 1;

# no heading
\`\`\`
    no code: the fence ended
end https://a.example/x_y_z.`;

/** What stands between blocks says nothing where each begins a text. */
function gapless(tree: Tree): unknown {
  return JSON.parse(JSON.stringify(tree, (key, value: unknown) => (key === 'gap' ? undefined : value)));
}

/** Shows a text that grows by pieces, as a page does: what is settled is kept, the rest is read again. */
function grow(text: string, pieceChars: number, lineBreak = '\n'): Tree {
  const whole = text.replaceAll('\n', lineBreak);
  const shown: Block[] = [];
  let openAt = 0;
  let open: Tree = [];
  for (let end = pieceChars; ; end += pieceChars) {
    const read = parseGrowing(whole.slice(openAt, end));
    shown.push(...read.settled);
    open = read.open;
    openAt += read.openAt;
    if (end >= whole.length) return [...shown, ...open];
  }
}

describe('a Markdown text that grows', () => {
  it.each([1, 3, 7, 50, 10_000])('is in the end what it is as a whole, by pieces of %i', (pieceChars) => {
    expect(gapless(grow(TEXT, pieceChars))).toEqual(gapless(parseMarkdown(TEXT, { hasTables: true })));
  });

  it.each(['\r\n', '\r'])('is the same with line breaks %j', (lineBreak) => {
    expect(gapless(grow(TEXT, 3, lineBreak))).toEqual(gapless(parseMarkdown(TEXT, { hasTables: true })));
  });

  it('keeps nothing open but its last block', () => {
    const { settled, open, openAt } = parseGrowing('One.\n\nTwo *and');
    expect(gapless(settled)).toEqual([{ type: 'paragraph', children: [{ type: 'text', text: 'One.' }] }]);
    expect(gapless(open)).toEqual([{ type: 'paragraph', children: [{ type: 'text', text: 'Two *and' }] }]);
    expect(openAt).toBe(6);
    expect(parseGrowing('')).toEqual({ settled: [], open: [], openAt: 0 });
  });
});
