import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainText, shownLength } from '../../../src/channels/telegram/plain-text.ts';

describe('the words of an HTML text', () => {
  it.each([
    ['<b>Tide</b> &amp; time', 'Tide & time'],
    ['a &lt; b &amp;&amp; c', 'a < b && c'],
    ['&amp;lt;', '&lt;'],
    ['<pre><code class="language-c">x &gt; 0</code></pre>', 'x > 0'],
    ['<a href="https://ferry.example/?a=1&amp;b=2">times</a>!', 'times (https://ferry.example/?a=1&b=2)!'],
    ['<a href="https://ferry.example">https://ferry.example</a>', 'https://ferry.example'],
    ['5 < 6 and 7 > 3', '5 < 6 and 7 > 3'],
    ['&#128674; &#x1F6A2; &#xD800; &copy;', '🚢 🚢 &#xD800; &copy;'],
  ])('%s reads %s', (html, words) => {
    expect(plainText(html, 'HTML')).toBe(words);
  });

  it('leave the URLs out when both do not fit into one message', () => {
    const link = `<a href="https://ferry.example/${'x'.repeat(60)}">pier</a> `;
    const words = plainText(link.repeat(200), 'HTML');
    expect(words).toBe('pier '.repeat(200));
  });

  it('are what the limit counts', () => {
    expect(shownLength('<b>&lt;🚢</b>', 'HTML')).toBe(3);
    expect(shownLength('<b>', undefined)).toBe(3);
  });

  it('are the same again after escaping [CH-21]', () => {
    const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => plainText(escaped(text), 'HTML') === text));
  });

  it('are found fast in hostile markup', () => {
    const startedAt = performance.now();
    plainText('<a href="'.repeat(50_000), 'HTML');
    plainText(`<a${' '.repeat(200_000)}`, 'HTML');
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  });
});

it('the words of a MarkdownV2 text lose their backslashes', () => {
  expect(plainText('1\\. *Tide*\\!', 'MarkdownV2')).toBe('1. *Tide*!');
});
