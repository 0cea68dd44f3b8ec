import { describe, expect, it } from 'vitest';
import { mailHtml } from '../../../src/markup/dialects/mail-html.ts';
import { parseMarkdown } from '../../../src/markup/parse/parse-markdown.ts';

/** Without the styles, which say nothing. */
function print(markdown: string): string {
  return mailHtml.print(parseMarkdown(markdown, mailHtml)).replace(/ style="[^"]*"| dir="auto"| rel="[^"]*"/g, '');
}

describe('HTML for a mail', () => {
  it('has an element for each thing that Markdown says', () => {
    expect(print('# a\n\nb **c** *d* ~~e~~ `f`\ng\n\n> h\n\n---\n\n```js\ni < j\n```')).toBe(
      [
        '<h1>a</h1>',
        '<p>b <strong>c</strong> <em>d</em> <s>e</s> <code>f</code><br>\ng</p>',
        '<blockquote><p>h</p></blockquote>',
        '<hr>',
        '<pre><code class="language-js">i &lt; j</code></pre>',
      ].join('\n'),
    );
  });

  it('keeps the numbers of a list, whatever they are', () => {
    expect(print('2. a\n   - [x] b\n7. c')).toBe(
      '<ol><li value="2">a<ul><li>☑ b</li></ul></li><li value="7">c</li></ol>',
    );
  });

  it('has tables', () => {
    expect(print('|a|b|\n|-|-|\n|1|[x](https://a.example)|')).toBe(
      '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td><a href="https://a.example">x</a></td></tr></tbody></table>',
    );
  });

  it('loads nothing and runs nothing [HI-18, HI-38]', () => {
    expect(print('![a](https://a.example/b.png) <img src=x onerror=alert(1)> [c](javascript:alert(1))')).toBe(
      '<p><a href="https://a.example/b.png">a</a> &lt;img src=x onerror=alert(1)&gt; [c](javascript:alert(1))</p>',
    );
    expect(print('[a](https://a.example/"onclick=x)')).toBe('<p><a href="https://a.example/%22onclick=x">a</a></p>');
  });

  it('styles every element inline, and lets right-to-left text begin on the right [CH-65]', () => {
    const html = mailHtml.print(parseMarkdown('שלום\n\n- a\n\n> b', mailHtml));
    expect(html).toContain('<p dir="auto" style="margin:0 0 12px">שלום</p>');
    expect(html).not.toMatch(/<(?:p|ul|li|blockquote)>/);
  });
});
