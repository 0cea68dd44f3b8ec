import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseHtml } from '../../../src/emulators/telegram/html.ts';

describe('HTML mode', () => {
  it.each([
    [
      '<b>a</b><strong>b</strong>',
      'ab',
      [
        ['bold', 0, 1],
        ['bold', 1, 1],
      ],
    ],
    [
      '<i>a</i><em>b</em>',
      'ab',
      [
        ['italic', 0, 1],
        ['italic', 1, 1],
      ],
    ],
    [
      '<u>a</u><ins>b</ins>',
      'ab',
      [
        ['underline', 0, 1],
        ['underline', 1, 1],
      ],
    ],
    [
      '<s>a</s><strike>b</strike><del>c</del>',
      'abc',
      [
        ['strikethrough', 0, 1],
        ['strikethrough', 1, 1],
        ['strikethrough', 2, 1],
      ],
    ],
    [
      '<tg-spoiler>a</tg-spoiler><span class="tg-spoiler">b</span>',
      'ab',
      [
        ['spoiler', 0, 1],
        ['spoiler', 1, 1],
      ],
    ],
    [
      '<code>x</code><pre>y</pre>',
      'xy',
      [
        ['code', 0, 1],
        ['pre', 1, 1],
      ],
    ],
    ['<blockquote>q</blockquote>', 'q', [['blockquote', 0, 1]]],
    ['<blockquote expandable>q</blockquote>', 'q', [['expandable_blockquote', 0, 1]]],
    ['<B>a</B >', 'a', [['bold', 0, 1]]],
    ['🙂<b>🙂</b>', '🙂🙂', [['bold', 2, 2]]],
    ['<b></b>x', 'x', []],
  ])('reads %s', (html, text, entities) => {
    const parsed = parseHtml(html);
    expect(parsed.text).toBe(text);
    expect(parsed.entities.map(({ type, offset, length }) => [type, offset, length])).toEqual(entities);
  });

  it('keeps links that can be opened and drops the entity of others, not their text', () => {
    expect(parseHtml('<a href="https://example.com/a?b=1&amp;c=2">x</a>').entities).toEqual([
      { type: 'text_link', offset: 0, length: 1, url: 'https://example.com/a?b=1&c=2' },
    ]);
    expect(parseHtml("<a href='example.com'>x</a>").entities).toMatchObject([{ url: 'http://example.com/' }]);
    expect(parseHtml('<a href="javascript:alert(1)">x</a>')).toEqual({ text: 'x', entities: [] });
    expect(parseHtml('<a href="http://localhost">x</a>')).toEqual({ text: 'x', entities: [] });
  });

  it('gives a code block its language', () => {
    expect(parseHtml('<pre><code class="language-ts">let x</code></pre>').entities).toEqual([
      { type: 'pre', offset: 0, length: 5, language: 'ts' },
    ]);
  });

  it('gives a custom emoji its id', () => {
    expect(parseHtml('<tg-emoji emoji-id="5368324170671202286">👍</tg-emoji>').entities).toEqual([
      { type: 'custom_emoji', offset: 0, length: 2, custom_emoji_id: '5368324170671202286' },
    ]);
  });

  it('decodes the four named characters and numbers, and leaves every other ampersand as it is', () => {
    expect(parseHtml('&lt;&gt;&amp;&quot;&#39;&#x1F642;').text).toBe('<>&"\'🙂');
    expect(parseHtml('a & b &nbsp; &copy; &#0; &__proto__; &').text).toBe('a & b &nbsp; &copy; &#0; &__proto__; &');
  });

  it.each([
    ['<h1>x</h1>', 'Unsupported start tag "h1" at byte offset 0'],
    ['é<name>', 'Unsupported start tag "name" at byte offset 2'],
    ['a < b', 'Unsupported start tag "" at byte offset 2'],
    ['<__proto__>', 'Unsupported start tag "__proto__" at byte offset 0'],
    ['a <b', 'Unclosed start tag at byte offset 2'],
    ['<b>unclosed', 'Can\'t find end tag corresponding to start tag "b"'],
    ['<b><i>test</b></i>', 'Unmatched end tag at byte offset 10, expected "</i>", found "</b>"'],
    ['x</b>', 'Unexpected end tag at byte offset 1'],
    ['<b>x</b', 'Unclosed end tag at byte offset 4'],
    ['<span>x</span>', 'Tag "span" must have class "tg-spoiler" at byte offset 0'],
    ['<a href>x</a>', 'Expected equal sign in declaration of an attribute of the tag "a" at byte offset 0'],
    ['<a href="x', 'Unclosed start tag at byte offset 0'],
    ['<a href=x_y>x</a>', 'Unexpected end of name token at byte offset 8'],
    ['<a ="x">x</a>', 'Empty attribute name in the tag "a" at byte offset 0'],
    ['<tg-emoji emoji-id="no">x</tg-emoji>', 'Invalid custom emoji identifier specified'],
    [
      '&#xD800;',
      'Text contains invalid Unicode characters after decoding HTML entities, check for unmatched surrogate code units',
    ],
  ])('refuses %s', (html, why) => {
    expect(() => parseHtml(html)).toThrow(`Bad Request: can't parse entities: ${why}`);
  });

  it('reads anything or refuses it, without another error', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom(
        '<',
        '>',
        '&',
        '/',
        '"',
        '=',
        ' ',
        '<b>',
        '</b>',
        '<a href="',
        '<pre>',
        '<code class="language-x">',
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        try {
          const { text, entities } = parseHtml(pieces.join(''));
          for (const { offset, length } of entities) {
            expect(length).toBeGreaterThan(0);
            expect(offset + length).toBeLessThanOrEqual(text.length);
          }
        } catch (error) {
          expect(String(error)).toMatch(/^ApiRefusal: Bad Request: can't parse entities: /);
        }
      }),
    );
  });

  it('reads two million characters of open tags in no time', () => {
    expect(() => parseHtml('<b>'.repeat(700_000))).toThrow('Can\'t find end tag corresponding to start tag "b"');
    expect(parseHtml(`${'a&'.repeat(1_000_000)}`).text).toHaveLength(2_000_000);
  });
});
