import { describe, expect, it } from 'vitest';
import { linkUrl } from '../../src/protocol/link-url.ts';

const refused = (raw: unknown) => 'refusal' in linkUrl(raw);

describe('a URL that a person is sent to', () => {
  it.each([
    'https://auth.acme.example',
    'http://localhost:3000/login?next=/a#b',
    'HTTPS://acme.example/@team?mail=a@b.example',
    'https://bücher.example/ä',
    'https://[2001:db8::1]/',
  ])('stays as it was written: %s', (url) => {
    expect(linkUrl(url)).toEqual({ url });
  });

  it('has its spaces encoded, so that it is one word in a text', () => {
    expect(linkUrl('https://maps.example/?q=New York')).toEqual({ url: 'https://maps.example/?q=New%20York' });
  });

  it.each([
    ['a script', 'javascript:alert(1)'],
    ['a script with a newline in its scheme', 'java\nscript:alert(1)'],
    ['a document', 'data:text/html,<b>x</b>'],
    ['a VB script', 'vbscript:x'],
    ['a blob', 'blob:https://acme.example/1'],
    ['a file', 'file:///etc/passwd'],
    ['an app', 'tg://resolve?domain=x'],
    ['an intent', 'intent://x#Intent;end'],
    ['a protocol-relative URL', '//acme.example/'],
    ['a path', '/login'],
    ['nothing', ''],
  ])('is not %s [HI-18, MUXI-14]', (_, url) => {
    expect(refused(url)).toBe(true);
  });

  it.each([
    ['a user and a password', 'https://user:pw@acme.example/'],
    ['a user', 'https://user@acme.example/'],
    ['an empty user', 'https://@acme.example/'],
    ['a host that one parser reads as a user', 'https://acme.example\\@evil.example/'],
    ['a host after a backslash', 'https:\\\\acme.example/'],
    ['no host', 'https:///acme.example'],
    ['a space as host', 'https:// acme.example/'],
    ['a leading space', ' https://acme.example/'],
    ['a port out of range', 'https://acme.example:99999/'],
    ['a bracket for a host', 'https://[/'],
  ])('does not carry %s [HI-2, MUXI-14]', (_, url) => {
    expect(refused(url)).toBe(true);
  });

  it.each([
    ['CR LF', 'https://acme.example/\r\nSet-Cookie:x'],
    ['a tab', 'https://acme.example/a\tb'],
    ['NUL', '\u0000https://acme.example/'],
    ['a direction override', 'https://acme.example/\u202egpj.exe'],
    ['a zero-width space', 'https://acme\u200b.example/'],
    ['a soft hyphen', 'https://acme.example\u00ad/'],
    ['a line separator', 'https://acme.example/\u2028'],
    ['a lone surrogate', 'https://acme.example/\ud800'],
  ])('does not hold %s [HI-14, MUXI-14]', (_, url) => {
    expect(refused(url)).toBe(true);
  });

  it('has at most 2048 characters [MUXI-14]', () => {
    const ofLength = (length: number) => `https://acme.example/${'a'.repeat(length - 21)}`;
    expect(refused(ofLength(2048))).toBe(false);
    expect(refused(ofLength(2049))).toBe(true);
    expect(refused(`https://${'a'.repeat(10_000_000)}`)).toBe(true);
  });

  it.each([undefined, null, 7, {}, ['https://acme.example']])('is a string, not %j', (raw) => {
    expect(refused(raw)).toBe(true);
  });

  it('is not repeated in the refusal, for it may hold a token', () => {
    expect(JSON.stringify(linkUrl('ftp://acme.example/?token=s3cret'))).not.toContain('s3cret');
  });
});
