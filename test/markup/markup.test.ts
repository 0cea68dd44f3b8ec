import { describe, expect, it } from 'vitest';
import { html, markdown, mrkdwn, plain } from '../../src/markup/markup.ts';

describe('escaping for HTML', () => {
  it('leaves text without special characters as it is', () => {
    expect(html.escape('Hello, *world*!')).toBe('Hello, *world*!');
  });

  it('makes tags words [CH-21, HI-38]', () => {
    expect(html.escape('a < b && c <h1> "q" <name>')).toBe(
      'a &lt; b &amp;&amp; c &lt;h1&gt; &quot;q&quot; &lt;name&gt;',
    );
    expect(html.escape('<img src=x onerror=alert(1)>')).toBe('&lt;img src=x onerror=alert(1)&gt;');
  });
});

describe('escaping for Slack', () => {
  it('makes mentions words, and touches nothing else [CH-42, HI-38]', () => {
    expect(mrkdwn.escape('if a < b && b > c: <@U012> <!channel>')).toBe(
      'if a &lt; b &amp;&amp; b &gt; c: &lt;@U012&gt; &lt;!channel&gt;',
    );
    expect(mrkdwn.escape('"*_~`')).toBe('"*_~`');
  });
});

describe('escaping for Discord', () => {
  it('shows every special character literally [CH-78, HI-38]', () => {
    expect(markdown.escape('*_~`|>#\\')).toBe('\\*\\_\\~\\`\\|\\>\\#\\\\');
    expect(markdown.escape('[Bank](https://evil.example)')).toBe('\\[Bank](https://evil.example)');
  });

  it('makes mentions inert [HI-38]', () => {
    expect(markdown.escape('<@1> <@&2> <#3> @everyone @here a@b.example')).toBe(
      '\\<@1\\> \\<@&2\\> \\<\\#3\\> \\@everyone \\@here a@b.example',
    );
  });

  it('leaves URLs clickable', () => {
    expect(markdown.escape('see https://a.example/x_y*z#top, ok_')).toBe('see https://a.example/x_y*z#top, ok\\_');
    expect(markdown.escape('see <https://a.example/x_y> _')).toBe('see <https://a.example/x_y> \\_');
  });

  it('keeps a mention inert that is glued to a URL', () => {
    expect(markdown.escape('https://a.example<@1>')).toBe('https://a.example<\u200b@1\\>');
    expect(markdown.escape('https://a.example.)<@1>')).toBe('https://a.example.)<\u200b@1\\>');
  });

  it('escapes what only looks like a URL', () => {
    expect(markdown.escape('https:// *a*')).toBe('https:// \\*a\\*');
    expect(markdown.escape('https://* *a*')).toBe('https://\\* \\*a\\*');
  });
});

describe('plain text', () => {
  it('stays as it is', () => {
    expect(plain.escape('<b>*&"')).toBe('<b>*&"');
  });
});
