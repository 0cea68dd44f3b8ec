import { describe, expect, it } from 'vitest';
import { asIs, escapeHtml, escapeMarkdown, escapeMrkdwn } from '../../src/markup/escape.ts';

describe('escaping for HTML', () => {
  it('leaves text without special characters as it is', () => {
    expect(escapeHtml('Hello, *world*!')).toBe('Hello, *world*!');
  });

  it('makes tags words [CH-21, HI-38]', () => {
    expect(escapeHtml('a < b && c <h1> "q" <name>')).toBe(
      'a &lt; b &amp;&amp; c &lt;h1&gt; &quot;q&quot; &lt;name&gt;',
    );
    expect(escapeHtml('<img src=x onerror=alert(1)>')).toBe('&lt;img src=x onerror=alert(1)&gt;');
  });
});

describe('escaping for Slack', () => {
  it('makes mentions words, and touches nothing else [CH-42, HI-38]', () => {
    expect(escapeMrkdwn('if a < b && b > c: <@U012> <!channel>')).toBe(
      'if a &lt; b &amp;&amp; b &gt; c: &lt;@U012&gt; &lt;!channel&gt;',
    );
    expect(escapeMrkdwn('"*_~`')).toBe('"*_~`');
  });
});

describe('escaping for Discord', () => {
  it('shows every special character literally [CH-78, HI-38]', () => {
    expect(escapeMarkdown('*_~`|>#\\')).toBe('\\*\\_\\~\\`\\|\\>\\#\\\\');
    expect(escapeMarkdown('[Bank](https://evil.example)')).toBe('\\[Bank]\\(https://evil.example)');
  });

  it('makes mentions inert [HI-38]', () => {
    expect(escapeMarkdown('<@1> <@&2> <#3> @everyone @here a@b.example')).toBe(
      '\\<@1\\> \\<@&2\\> \\<\\#3\\> \\@everyone \\@here a@b.example',
    );
  });

  it('leaves URLs clickable', () => {
    expect(escapeMarkdown('see https://a.example/x_y*z#top, ok_')).toBe('see https://a.example/x_y*z#top, ok\\_');
    expect(escapeMarkdown('see <https://a.example/x_y> _')).toBe('see <https://a.example/x_y> \\_');
  });

  it('keeps a mention inert that is glued to a URL', () => {
    expect(escapeMarkdown('https://a.example<@1>')).toBe('https://a.example<\u200b@1\\>');
    expect(escapeMarkdown('https://a.example.)<@1>')).toBe('https://a.example.)<\u200b@1\\>');
  });

  it('escapes what only looks like a URL', () => {
    expect(escapeMarkdown('https:// *a*')).toBe('https:// \\*a\\*');
    expect(escapeMarkdown('https://* *a*')).toBe('https://\\* \\*a\\*');
  });
});

describe('plain text', () => {
  it('stays as it is', () => {
    expect(asIs('<b>*&"')).toBe('<b>*&"');
  });
});
