import fc from 'fast-check';

/** A Markdown text, and the words of it that a reader must see. */
export interface Document {
  markdown: string;
  /** In order; the words of one group, a table, in any order. */
  words: readonly (readonly string[])[];
}

type Inline =
  | { type: 'word' }
  | { type: 'raw'; text: string }
  | { type: 'marked'; mark: string; children: readonly Inline[] }
  | { type: 'code' }
  | { type: 'link'; url: string; children: readonly Inline[] }
  | { type: 'image'; url: string }
  | { type: 'break'; text: string };

type Block =
  | { type: 'paragraph'; children: readonly Inline[] }
  | { type: 'heading'; level: number; children: readonly Inline[] }
  | { type: 'quote'; children: readonly Block[] }
  | { type: 'list'; marks: readonly string[]; isLoose: boolean; items: readonly (readonly Block[])[] }
  | { type: 'fence'; fence: string; info: string; lines: number; tail: string }
  | { type: 'table'; columns: number; rows: number; cell: readonly Inline[] }
  | { type: 'rule'; text: string }
  | { type: 'formula' };

const urls = fc.constantFrom(
  'https://a.example/x_y*z?q=(1)&r=2',
  'http://localhost:3000/',
  'mailto:ann@a.example',
  'https://b.example',
  'https://b.example/?a=%20',
  'http://b.example#x',
  `https://c.example/${'long'.repeat(60)}`,
);

/** What stands between words: hostile, but no mark that could swallow a word. */
const raws = fc.constantFrom(
  '&',
  '& < >',
  'a < b && c',
  '<b>',
  '</div>',
  '<!channel>',
  '<@U012>',
  '@everyone',
  '<@&1>',
  '* ',
  ' _',
  '~',
  '|',
  '\\*',
  '\\\\',
  '#',
  '!',
  '$5',
  '&amp;',
  '&copy;',
  '👨‍👩‍👧‍👦',
  '🇩🇪',
  'e\u0301',
  'שלום',
  'مرحبا?',
  '\u202eabc',
  '地域。',
  '\ufffd',
  '12:30',
  '"',
  'https://d.example/a_b_c.',
);

const { blocks } = fc.letrec<{ inline: Inline; inlines: Inline[]; block: Block; blocks: Block[] }>((tie) => ({
  inline: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 8, arbitrary: fc.constant<Inline>({ type: 'word' }) },
    { weight: 3, arbitrary: fc.record({ type: fc.constant('raw' as const), text: raws }) },
    { weight: 1, arbitrary: fc.constant<Inline>({ type: 'code' }) },
    {
      weight: 1,
      arbitrary: fc.record({ type: fc.constant('break' as const), text: fc.constantFrom('\n', '  \n', '\\\n') }),
    },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('image' as const), url: urls }) },
    {
      weight: 3,
      arbitrary: fc.record({
        type: fc.constant('marked' as const),
        mark: fc.constantFrom('**', '*', '__', '_', '~~', '***'),
        children: tie('inlines'),
      }),
    },
    { weight: 2, arbitrary: fc.record({ type: fc.constant('link' as const), url: urls, children: tie('inlines') }) },
  ),
  inlines: fc.array(tie('inline'), { minLength: 1, maxLength: 5 }),
  block: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 6, arbitrary: fc.record({ type: fc.constant('paragraph' as const), children: tie('inlines') }) },
    {
      weight: 2,
      arbitrary: fc.record({
        type: fc.constant('heading' as const),
        level: fc.integer({ min: 1, max: 6 }),
        children: tie('inlines'),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        type: fc.constant('fence' as const),
        fence: fc.constantFrom('```', '~~~~', '````'),
        info: fc.constantFrom('', 'js', 'c++ title="x"', 'i'.repeat(300), '<b>'),
        lines: fc.integer({ min: 0, max: 6 }),
        tail: fc.constantFrom('', ' & <b> ', ' *_~`', ' \\ "', ' ``'),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        type: fc.constant('table' as const),
        columns: fc.integer({ min: 1, max: 6 }),
        rows: fc.integer({ min: 0, max: 5 }),
        cell: fc.array(
          fc.oneof(
            fc.constant<Inline>({ type: 'word' }),
            fc.record({ type: fc.constant('image' as const), url: urls }),
            fc.constant<Inline>({ type: 'code' }),
          ),
          { minLength: 1, maxLength: 3 },
        ),
      }),
    },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('rule' as const), text: fc.constantFrom('---', '***') }) },
    { weight: 1, arbitrary: fc.constant<Block>({ type: 'formula' }) },
    { weight: 2, arbitrary: fc.record({ type: fc.constant('quote' as const), children: tie('blocks') }) },
    {
      weight: 3,
      arbitrary: fc.record({
        type: fc.constant('list' as const),
        marks: fc.constantFrom(
          ['-'],
          ['*'],
          ['+'],
          ['- [ ]', '- [x]'],
          ['1.'],
          ['2)'],
          ['1.', '2.', '3.', '4.'],
          ['9.'],
        ),
        isLoose: fc.boolean(),
        items: fc.array(tie('blocks'), { minLength: 1, maxLength: 3 }),
      }),
    },
  ),
  blocks: fc.array(tie('block'), { minLength: 1, maxLength: 3 }),
}));

/** Writes Markdown, and counts the words: `w1x`, `w2x`, … */
class Writer {
  #count = 0;
  #groups: string[][] = [];
  #isGrouping = false;

  document(all: readonly Block[]): Document {
    const markdown = this.#blocks(all);
    return { markdown, words: this.#groups };
  }

  #word(): string {
    const word = `w${++this.#count}x`;
    const last = this.#groups.at(-1);
    if (this.#isGrouping && last) last.push(word);
    else this.#groups.push([word]);
    return word;
  }

  #blocks(all: readonly Block[]): string {
    return all.map((block) => this.#block(block)).join('\n\n');
  }

  #block(block: Block): string {
    switch (block.type) {
      case 'paragraph':
        // A mark at the beginning of a line could be that of a block.
        return `${this.#word()} ${this.#inlines(block.children)}`;
      case 'heading':
        return `${'#'.repeat(block.level)} ${this.#inlines(block.children).replace(/\\?\n/g, ' ')}`;
      case 'quote':
        return this.#blocks(block.children).replace(/^/gm, '> ');
      case 'list':
        return block.items
          .map((item, at) => {
            const mark = block.marks[at % block.marks.length] ?? '-';
            const width = mark.indexOf(' ') === -1 ? mark.length + 1 : 2;
            return `${mark} ${this.#word()} ${this.#blocks(item).replace(/\n(?=[^\n])/g, `\n${' '.repeat(width)}`)}`;
          })
          .join(block.isLoose ? '\n\n' : '\n');
      case 'fence': {
        const lines = Array.from({ length: block.lines }, () => `${this.#word()}${block.tail}`);
        return [block.fence + block.info, ...lines, block.fence].join('\n');
      }
      case 'table':
        return this.#table(block);
      case 'rule':
        return block.text;
      case 'formula':
        return `\\[\n${this.#word()}_1 * ${this.#word()}_2\n\\]`;
    }
  }

  #table({ columns, rows, cell }: Extract<Block, { type: 'table' }>): string {
    this.#groups.push([]);
    this.#isGrouping = true;
    const row = () => `| ${Array.from({ length: columns }, () => this.#inlines(cell)).join(' | ')} |`;
    const lines = [row(), `|${':-:|'.repeat(columns)}`, ...Array.from({ length: rows }, row)];
    this.#isGrouping = false;
    return lines.join('\n');
  }

  #inlines(all: readonly Inline[]): string {
    return all.map((inline) => this.#inline(inline)).join(' ');
  }

  #inline(inline: Inline): string {
    switch (inline.type) {
      case 'word':
        return this.#word();
      case 'raw':
        return inline.text;
      case 'code':
        return `\`${this.#word()} & *\``;
      case 'break':
        return `${this.#word()}${inline.text}${this.#word()}`;
      case 'marked':
        return inline.mark + this.#inlines(inline.children) + inline.mark;
      case 'link':
        return `[${this.#word()} ${this.#inlines(inline.children)}](${inline.url})`;
      case 'image':
        return `![${this.#word()}](${inline.url})`;
    }
  }
}

/** Any document that an agent could write, deeper and worse than it would. */
export const documents: fc.Arbitrary<Document> = blocks.map((all) => new Writer().document(all));

/** Several thousand characters long, so that every platform has to cut it. */
export const longDocuments: fc.Arbitrary<Document> = fc
  .array(blocks, { minLength: 4, maxLength: 12 })
  .map((many) => new Writer().document(many.flat()));
