import { describe, expect, it } from 'vitest';
import { parseMarkdown } from '../../../src/markup/parse/parse-markdown.ts';
import type { Block, Inline, Tree } from '../../../src/markup/tree/nodes.ts';

function parse(text: string): Tree {
  return parseMarkdown(text, { hasTables: true });
}

function text(words: string): Inline {
  return { type: 'text', text: words };
}

function paragraph(children: readonly Inline[], gap = 1): Block {
  return { type: 'paragraph', gap, children };
}

/** The inlines of a text of one paragraph. */
function line(markdown: string): readonly Inline[] {
  const [block] = parse(markdown);
  return block?.type === 'paragraph' ? block.children : [];
}

describe('the tree of a text', () => {
  it('keeps the numbers of a list as they were written', () => {
    const [list] = parse('3. c\n3. c again\n7. g');
    expect(list?.type === 'list' && list.items.map(({ number }) => number)).toEqual(['3.', '3.', '7.']);
    const [other] = parse('01) a');
    expect(other?.type === 'list' && other.items.map(({ number }) => number)).toEqual(['01)']);
  });

  it('keeps lines and blank lines apart as they were written', () => {
    expect(parse('a\nb  \nc\n\n\nd')).toEqual([paragraph([text('a\nb\nc')]), paragraph([text('d')], 3)]);
    expect(parse('Pick\n1. one').map(({ gap }) => gap)).toEqual([1, 1]);
    expect(parse('> a\n>\n> b')).toEqual([
      { type: 'quote', gap: 1, children: [paragraph([text('a')]), paragraph([text('b')], 2)] },
    ]);
  });

  it('knows tasks', () => {
    const [list] = parse('- [ ] a\n- [x] **b**\n- [X] c\n- [y] d');
    expect(list?.type === 'list' && list.items.map(({ isDone }) => isDone)).toEqual([false, true, true, undefined]);
    expect(list?.type === 'list' && list.items[1]?.children).toEqual([
      paragraph([{ type: 'strong', children: [text('b')] }]),
    ]);
  });

  it('knows tables, code, headings and rules', () => {
    expect(parse('# A\n\n***\n\n```js x\nlet a;\n\n```\n\n|a|b|\n|:-:|-:|\n|1|')).toEqual([
      { type: 'heading', gap: 1, level: 1, children: [text('A')] },
      { type: 'rule', gap: 2, written: '***' },
      { type: 'code', gap: 2, info: 'js x', code: 'let a;\n' },
      {
        type: 'table',
        gap: 2,
        align: ['center', 'right'],
        head: [[text('a')], [text('b')]],
        rows: [[[text('1')], []]],
      },
    ]);
  });

  it('has several words behind a fence as the first line of the code', () => {
    expect(parse('```Here is what\nyou need')).toEqual([
      { type: 'code', gap: 1, info: '', code: 'Here is what\nyou need' },
    ]);
    expect(parse('```js title="a b c"\na\n```')).toEqual([
      { type: 'code', gap: 1, info: 'js title="a b c"', code: 'a' },
    ]);
  });

  it('breaks the lines of a cell where it says so', () => {
    const [table] = parse('|a|\n|-|\n|b<br>**c <BR/> d**|');
    expect(table?.type === 'table' && table.rows).toEqual([
      [[text('b\n'), { type: 'strong', children: [text('c\nd')] }]],
    ]);
  });

  it('reads HTML as text [CH-21]', () => {
    expect(line('<h1>a</h1> <name> & <!-- c -->')).toEqual([text('<h1>a</h1> <name> & <!-- c -->')]);
    expect(parse('<div>\n\n*a*\n\n</div>')).toHaveLength(3);
  });

  it('reads entities and escapes', () => {
    expect(line('&copy; &#x41; &nope; \\* \\a')).toEqual([text('© A &nope; * \\a')]);
  });

  it('takes links to http, https and mailto only; others are text [HI-18]', () => {
    expect(line('[a](https://a.example/x?y=1&z=2 "title")')).toEqual([
      { type: 'link', url: 'https://a.example/x?y=1&z=2', children: [text('a')] },
    ]);
    expect(line('<ann@a.example>')).toEqual([
      { type: 'link', url: 'mailto:ann@a.example', children: [text('ann@a.example')] },
    ]);
    for (const written of [
      '[a](javascript:alert(1))',
      '[a](JAVASCRIPT:alert)',
      '[a](vbscript:x)',
      '[a](file:///etc/passwd)',
      '[a](tg://resolve)',
      '[a](https://user:pw@a.example)',
      '[a](/relative)',
      '[a](#top)',
      '<tel:123>',
    ]) {
      expect([written, line(written)]).toEqual([written, [text(written)]]);
    }
    expect(line('[a](data:text/html,x)')).toEqual([text('a')]);
    expect(line('[a]()')).toEqual([text('a')]);
  });

  it('encodes what no URL has', () => {
    expect(line('[a](<https://a.example/x y|z`>)')).toEqual([
      { type: 'link', url: 'https://a.example/x%20y%7Cz%60', children: [text('a')] },
    ]);
  });

  it('reads a URL in the text as one piece, without the punctuation behind it', () => {
    expect(line('see https://a.example/_x_/*y*?q=(1), or (http://b.example).')).toEqual([
      text('see '),
      { type: 'url', url: 'https://a.example/_x_/*y*?q=(1)' },
      text(', or ('),
      { type: 'url', url: 'http://b.example' },
      text(').'),
    ]);
    expect(line('**https://a.example**')).toEqual([
      { type: 'strong', children: [{ type: 'url', url: 'https://a.example' }] },
    ]);
    expect(line('[https://a.example](https://a.example)')).toEqual([{ type: 'url', url: 'https://a.example' }]);
    expect(line('地域https://a.example。次')).toEqual([
      text('地域'),
      { type: 'url', url: 'https://a.example' },
      text('。次'),
    ]);
    expect(line('xhttps://a.example')).toEqual([text('xhttps://a.example')]);
  });

  it('has a picture as its words; bytes written out are left away', () => {
    expect(line('![a *b*](https://a.example/c.png)')).toEqual([
      { type: 'image', url: 'https://a.example/c.png', alt: 'a b' },
    ]);
    expect(line('![](https://a.example/c.png)')).toEqual([
      { type: 'image', url: 'https://a.example/c.png', alt: 'image' },
    ]);
    expect(line(`![chart](data:image/png;base64,${'A'.repeat(10_000)})`)).toEqual([text('chart')]);
  });

  it('leaves formulas as they were written', () => {
    for (const formula of ['$a_1 * b_2$', '\\(a_1 * b_2\\)', '$$a_1 * b_2$$']) {
      expect(line(`so ${formula} *is*`)).toEqual([
        text(`so ${formula} `),
        { type: 'emphasis', children: [text('is')] },
      ]);
    }
    expect(parse('\\[\na\n- b\n= c\n\\]')).toEqual([paragraph([text('\\[\na\n- b\n= c\n\\]')])]);
    expect(parse('$$\n# a\n$$\nb')).toEqual([paragraph([text('$$\n# a\n$$')]), paragraph([text('b')])]);
    expect(line('from $5 *up* to $6')).toEqual([
      text('from $5 '),
      { type: 'emphasis', children: [text('up')] },
      text(' to $6'),
    ]);
    expect(line('\\[not a link](x)')).toEqual([text('[not a link](x)')]);
  });

  it('shows footnotes as marks and lines', () => {
    expect(parse('a[^1] b[^x]\n\n[^1]: The *note*.')).toEqual([
      paragraph([text('a[1] b[^x]')]),
      paragraph([text('[1]: The '), { type: 'emphasis', children: [text('note')] }, text('.')], 2),
    ]);
    expect(parse('a[^1] b[^n]\n\n[^1]: One.\n[^n]: Two.')).toEqual([
      paragraph([text('a[1] b[n]')]),
      paragraph([text('[1]: One.\n[n]: Two.')], 2),
    ]);
  });

  it('shows where links lead that nothing refers to', () => {
    expect(parse('[a][1]\n\n[1]: https://a.example\n[2]: https://b.example "B"')).toEqual([
      paragraph([{ type: 'link', url: 'https://a.example', children: [text('a')] }]),
      paragraph([text('[2]: '), { type: 'url', url: 'https://b.example' }, text(' "B"')]),
    ]);
  });

  it('is remembered for the next dialect, of two texts at most', () => {
    const first = parse('*one*');
    const second = parse('*two*');
    expect(parse('*one*')).toBe(first);
    expect(parse('*two*')).toBe(second);
    parse('*three*');
    parse('*four*');
    expect(parse('*one*')).not.toBe(first);
  });
});

describe('tables for a platform without tables', () => {
  const narrow = (markdown: string) => parseMarkdown(markdown, { hasTables: false });

  it('stay tables of up to 60 columns', () => {
    const row = (width: number) => `|a|${'b'.repeat(width)}|\n|-|-|\n|1|2|`;
    expect(narrow(row(57)).map(({ type }) => type)).toEqual(['table']);
    expect(narrow(row(58)).map(({ type }) => type)).toEqual(['paragraph']);
    expect(narrow(`|${'地'.repeat(30)}|\n|-|`).map(({ type }) => type)).toEqual(['table']);
    expect(narrow(`|${'地'.repeat(31)}|\n|-|`).map(({ type }) => type)).toEqual(['paragraph']);
    expect(narrow('|a|\n|-|\n|b<br>c|').map(({ type }) => type)).toEqual(['paragraph']);
  });

  it('are lines where they are wider, or hold links', () => {
    const link: Inline = { type: 'link', url: 'https://a.example', children: [text('x')] };
    expect(narrow('> |a|b|\n> |-|-|\n> |1|[x](https://a.example)|\n> ||3|')).toEqual([
      {
        type: 'quote',
        gap: 1,
        children: [
          paragraph([
            { type: 'strong', children: [text('a')] },
            text(': '),
            text('1'),
            text('\n'),
            { type: 'strong', children: [text('b')] },
            text(': '),
            link,
          ]),
          paragraph(
            [
              { type: 'strong', children: [text('a')] },
              text(': '),
              text('\n'),
              { type: 'strong', children: [text('b')] },
              text(': '),
              text('3'),
            ],
            2,
          ),
        ],
      },
    ]);
  });
});
