import { describe, expect, it } from 'vitest';
import type { Dialect } from '../../../src/markup/dialects/dialect.ts';
import { discordMarkdown } from '../../../src/markup/dialects/discord-markdown.ts';
import { plainText } from '../../../src/markup/dialects/plain-text.ts';
import { slackMrkdwn } from '../../../src/markup/dialects/slack-mrkdwn.ts';
import { telegramHtml } from '../../../src/markup/dialects/telegram-html.ts';
import { parseMarkdown } from '../../../src/markup/parse/parse-markdown.ts';

const Z = '\u200b';

function print(dialect: Dialect, markdown: string): string {
  return dialect.print(parseMarkdown(markdown, dialect));
}

interface Row {
  markdown: string;
  telegram: string;
  slack: string;
  discord: string;
  plain: string;
}

/** One row for each thing that Markdown can say. */
const TABLE: Readonly<Record<string, Row>> = {
  emphasis: {
    markdown: '**a** *b* ~~c~~ `d`',
    telegram: '<b>a</b> <i>b</i> <s>c</s> <code>d</code>',
    slack: '*a* _b_ ~c~ `d`',
    discord: '**a** *b* ~~c~~ `d`',
    plain: 'a b ~~c~~ d',
  },
  'emphasis within a word, and beside another': {
    markdown: 'a**b**c ***d*** **e**~~f~~',
    telegram: 'a<b>b</b>c <i><b>d</b></i> <b>e</b><s>f</s>',
    slack: `a${Z}*b*${Z}c _*d*_ *e*${Z}~f~`,
    discord: 'a**b**c ***d*** **e**~~f~~',
    plain: 'abc d e~~f~~',
  },
  'emphasis over two lines': {
    markdown: '**a\nb**',
    telegram: '<b>a\nb</b>',
    slack: '*a*\n*b*',
    discord: '**a\nb**',
    plain: 'a\nb',
  },
  'strong words in strong words': {
    markdown: '# a **b** *c*',
    telegram: '<b>a b <i>c</i></b>',
    slack: '*a b _c_*',
    discord: '# a b *c*',
    plain: 'a b c',
  },
  'strong words that begin with a mark, or hold some': {
    markdown: '**\\*a** **2\\*\\*8**',
    telegram: '<b>*a</b> <b>2**8</b>',
    slack: `${Z}*${Z}a *2${Z}*${Z}*${Z}8*`,
    discord: '**\\*a** **2\\*\\*8**',
    plain: '*a 2**8',
  },
  'a heading without words': {
    markdown: '#\n\na',
    telegram: 'a',
    slack: 'a',
    discord: 'a',
    plain: 'a',
  },
  'a small heading': {
    markdown: '#### a',
    telegram: '<b>a</b>',
    slack: '*a*',
    discord: '**a**',
    plain: 'a',
  },
  links: {
    markdown: '[a *b*](https://a.example/x_(y)?p=1&q=2)',
    telegram: '<a href="https://a.example/x_(y)?p=1&amp;q=2">a <i>b</i></a>',
    slack: '<https://a.example/x_(y)?p=1&amp;q=2|a b>',
    discord: '[a *b*](https://a.example/x_%28y%29?p=1&q=2)',
    plain: 'a b (https://a.example/x_(y)?p=1&q=2)',
  },
  'a link that a client would not open': {
    markdown: '[a](http://localhost:3000) [b](mailto:b@a.example) [[c]](https://a.example)',
    telegram: 'a (http://localhost:3000) b (b@a.example) <a href="https://a.example">[c]</a>',
    slack: '<http://localhost:3000|a> <mailto:b@a.example|b> <https://a.example|[c]>',
    discord: '[a](http://localhost:3000) b (b@a.example) \\[c] (<https://a.example>)',
    plain: 'a (http://localhost:3000) b (b@a.example) [c] (https://a.example)',
  },
  'code in a link': {
    markdown: '[`a`](https://a.example)',
    telegram: '<a href="https://a.example">a</a>',
    slack: '<https://a.example|a>',
    discord: '[`a`](https://a.example)',
    plain: 'a (https://a.example)',
  },
  'a picture, alone and in a link': {
    markdown: '![a](https://a.example/b.png) [![c](https://a.example/d.png)](https://e.example)',
    telegram: '<a href="https://a.example/b.png">a</a> <a href="https://e.example">c</a>',
    slack: '<https://a.example/b.png|a> <https://e.example|c>',
    discord: '[a](https://a.example/b.png) [c](https://e.example)',
    plain: 'a (https://a.example/b.png) c (https://e.example)',
  },
  'URLs in the text': {
    markdown: 'https://a.example/b_c, https://a.example/_d_/e and https://a.example*',
    telegram: 'https://a.example/b_c, https://a.example/_d_/e and https://a.example*',
    slack: `https://a.example/b_c, <https://a.example/_d_/e> and <https://a.example>${Z}*${Z}`,
    discord: 'https://a.example/b_c, https://a.example/_d_/e and <https://a.example>\\*',
    plain: 'https://a.example/b_c, https://a.example/_d_/e and https://a.example*',
  },
  'a URL with more behind it, which clients would read on over': {
    markdown: 'https://a.example。b https://a.example/x! "https://a.example/y"',
    telegram:
      '<a href="https://a.example">https://a.example</a>。b https://a.example/x! &quot;https://a.example/y&quot;',
    slack: '<https://a.example>。b https://a.example/x! "https://a.example/y"',
    discord: '<https://a.example>。b <https://a.example/x>! "https://a.example/y"',
    plain: 'https://a.example。b https://a.example/x! "https://a.example/y"',
  },
  'words that look like the end of a link': {
    markdown: '[a](https://a.example) b](https://evil.example)',
    telegram: '<a href="https://a.example">a</a> b](https://evil.example)',
    slack: '<https://a.example|a> b](https://evil.example)',
    discord: '[a](https://a.example) b]\\(https://evil.example)',
    plain: 'a (https://a.example) b](https://evil.example)',
  },
  'a list of numbers that count up': {
    markdown: '3. a\n4. b',
    telegram: '3. a\n4. b',
    slack: '3. a\n4. b',
    discord: '3. a\n4. b',
    plain: '3. a\n4. b',
  },
  'a list of other numbers, as they were written': {
    markdown: '2. a\n5. b\n\n7) c',
    telegram: '2. a\n5. b\n\n7) c',
    slack: '2. a\n5. b\n\n7) c',
    discord: '2\\. a\n5\\. b\n\n7) c',
    plain: '2. a\n5. b\n\n7) c',
  },
  'lists in lists, with tasks': {
    markdown: '- a\n  1. b\n     c\n  2. d\n\n     e\n- [x] f\n- [ ] g\n  - h',
    telegram: '• a\n  1. b\n     c\n  2. d\n\n     e\n☑ f\n☐ g\n  ◦ h',
    slack: '• a\n  1. b\n     c\n  2. d\n\n     e\n☑ f\n☐ g\n  ◦ h',
    discord: '- a\n  1. b\n     c\n  2. d\n\n     e\n- ☑ f\n- ☐ g\n    - h',
    plain: '- a\n  1. b\n     c\n  2. d\n\n     e\n[x] f\n[ ] g\n    - h',
  },
  'quotes in quotes': {
    markdown: '> a\n> b\n>\n> > c\n> > d',
    telegram: '<blockquote>a\nb\n\n&gt; c\n&gt; d</blockquote>',
    slack: '> a\n> b\n> \n> &gt; c\n> &gt; d',
    discord: '> a\n> b\n> \n> \\> c\n> \\> d',
    plain: '> a\n> b\n> \n> > c\n> > d',
  },
  'code in a list and in a quote': {
    markdown: '- a\n\n  ```\n  b\n   c\n  ```\n\n> d\n> ```\n> e\n> ```',
    telegram: '• a\n\n<pre>b\n c</pre>\n\n<blockquote>d\n<pre>e</pre></blockquote>',
    slack: '• a\n\n```\nb\n c\n```\n\n> d\n```\ne\n```',
    discord: '- a\n\n```\nb\n c\n```\n\n> d\n> ```\n> e\n> ```',
    plain: '- a\n\n      b\n       c\n\n> d\n>     e',
  },
  'code in a list in a quote': {
    markdown: '> - a\n>   ```\n>   b\n>   ```\n> - c',
    telegram: '<blockquote>• a\n<pre>b</pre>\n• c</blockquote>',
    slack: '> • a\n```\nb\n```\n> • c',
    discord: '> - a\n> ```\n> b\n> ```\n> - c',
    plain: '> - a\n>       b\n> - c',
  },
  'an item that begins with a quote': {
    markdown: '1. > a\n   > b\n2. c',
    telegram: '1.\n<blockquote>a\nb</blockquote>\n2. c',
    slack: '1.\n> a\n> b\n2. c',
    discord: '1.\n> a\n> b\n2. c',
    plain: '1. > a\n   > b\n2. c',
  },
  'code of a language': {
    markdown: '```c++ title="x"\na < b && "c"\n```',
    telegram: '<pre><code class="language-c++">a &lt; b &amp;&amp; &quot;c&quot;</code></pre>',
    slack: '```\na &lt; b &amp;&amp; "c"\n```',
    discord: '```c++\na < b && "c"\n```',
    plain: '    a < b && "c"',
  },
  'backticks in code': {
    markdown: '`` a`b `` and\n````\n```\nc\n```\n````',
    telegram: '<code>a`b</code> and\n<pre>```\nc\n```</pre>',
    slack: `a\`b and\n\`\`\`\n\`${Z}\`\`\nc\n\`${Z}\`\`\n\`\`\``,
    discord: `\`\`a\`b\`\` and\n\`\`\`\n\`${Z}\`\`\nc\n\`${Z}\`\`\n\`\`\``,
    plain: 'a`b and\n    ```\n    c\n    ```',
  },
  'several backticks in a line of code': {
    markdown: '``` a``b `c ```',
    telegram: '<code>a``b `c</code>',
    slack: `a\`\`b ${Z}\`${Z}c`,
    discord: `\`\`a\`${Z}\`b \`c\`\``,
    plain: 'a``b `c',
  },
  'a table': {
    markdown: '|a|price|\n|:-|-:|\n|**x**|4|\n|地域|12|',
    telegram: '<pre>a     price\n----  -----\nx         4\n地域     12</pre>',
    slack: '```\na     price\n----  -----\nx         4\n地域     12\n```',
    discord: '```\na     price\n----  -----\nx         4\n地域     12\n```',
    plain: 'a     price\n----  -----\nx         4\n地域     12',
  },
  'a table with links': {
    markdown: '|a|b|\n|-|-|\n|x|[y](https://y.example)|',
    telegram: '<b>a</b>: x\n<b>b</b>: <a href="https://y.example">y</a>',
    slack: '*a*: x\n*b*: <https://y.example|y>',
    discord: '**a**: x\n**b**: [y](https://y.example)',
    plain: 'a: x\nb: y (https://y.example)',
  },
  'a rule': {
    markdown: 'a\n\n---\n\nb',
    telegram: 'a\n\n---\n\nb',
    slack: 'a\n\n---\n\nb',
    discord: 'a\n\n---\n\nb',
    plain: 'a\n\n---\n\nb',
  },
  'right-to-left text [CH-65]': {
    markdown: 'מה *שלומך*?',
    telegram: 'מה <i>שלומך</i>?',
    slack: 'מה _שלומך_?',
    discord: 'מה *שלומך*?',
    plain: 'מה שלומך?',
  },
  'mentions and HTML [CH-42, HI-38]': {
    markdown: '*a* <!channel> <@U012> @everyone <b>&lt;i&gt; & "c"',
    telegram: '<i>a</i> &lt;!channel&gt; &lt;@U012&gt; @everyone &lt;b&gt;&lt;i&gt; &amp; &quot;c&quot;',
    slack: '_a_ &lt;!channel&gt; &lt;@U012&gt; @everyone &lt;b&gt;&lt;i&gt; &amp; "c"',
    discord: '*a* \\<!channel\\> \\<@U012\\> \\@everyone \\<b\\>\\<i\\> & "c"',
    plain: 'a <!channel> <@U012> @everyone <b><i> & "c"',
  },
  'marks that are words [CH-78]': {
    markdown: '\\*a\\* \\_b\\_ \\~c\\~ \\`d\\` \\# e',
    telegram: '*a* _b_ ~c~ `d` # e',
    slack: `${Z}*${Z}a${Z}*${Z} ${Z}_${Z}b${Z}_${Z} ${Z}~${Z}c${Z}~${Z} ${Z}\`${Z}d${Z}\`${Z} # e`,
    discord: '\\*a\\* \\_b\\_ \\~c\\~ \\`d\\` \\# e',
    plain: '*a* _b_ ~c~ `d` # e',
  },
  'lines that begin like a list or a quote': {
    markdown: '\\- a\n2\\. b\n\\> c\n\\# d',
    telegram: '- a\n2. b\n&gt; c\n# d',
    slack: `- a\n2. b\n${Z}&gt; c\n# d`,
    discord: '\\- a\n2\\. b\n\\> c\n\\# d',
    plain: '- a\n2. b\n> c\n# d',
  },
  'marks that people copy': {
    markdown: 'snake_case 2 * 3 ~/home ~5 a~b',
    telegram: 'snake_case 2 * 3 ~/home ~5 a~b',
    slack: 'snake_case 2 * 3 ~/home ~5 a~b',
    discord: 'snake\\_case 2 \\* 3 \\~/home \\~5 a\\~b',
    plain: 'snake_case 2 * 3 ~/home ~5 a~b',
  },
};

describe.each(Object.entries(TABLE))('%s', (_name, row) => {
  it.each([
    ['telegram', telegramHtml, row.telegram],
    ['slack', slackMrkdwn, row.slack],
    ['discord', discordMarkdown, row.discord],
    ['plain', plainText, row.plain],
  ] as const)('on %s', (_dialect, dialect, printed) => {
    expect(print(dialect, row.markdown)).toBe(printed);
  });
});

describe('what Telegram counts', () => {
  const size = (markdown: string, maxUnits = 4096) => telegramHtml.sizeOf(print(telegramHtml, markdown), maxUnits);

  it('is the words alone, once the whole print is longer than a message', () => {
    expect(size(`**${'a'.repeat(4096)}**`)).toBe(4096);
    expect(size(`[${'a'.repeat(4096)}](https://a.example/${'b'.repeat(2_000)})`)).toBe(4096);
    expect(size(`*x* ${'&'.repeat(4094)}`)).toBe(4096);
  });

  it('is 100 formatted pieces at most, and 8,000 characters of URLs', () => {
    expect(size('*a* '.repeat(100))).toBeLessThanOrEqual(4096);
    expect(size('*a* '.repeat(101))).toBeGreaterThan(4096);
    const link = `[a](https://a.example/${'b'.repeat(1_980)}) `;
    expect(size(link.repeat(3))).toBeLessThanOrEqual(4096);
    expect(size(link.repeat(5))).toBeGreaterThan(4096);
  });
});
