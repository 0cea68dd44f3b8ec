import { describe, expect, it } from 'vitest';
import { buttonUrl, hasPublicHost } from '../../src/markup/button-url.ts';

describe('the URL of a button', () => {
  it('stays as it is when it is plain', () => {
    const url = 'https://docs.example.com:8443/a%20b/(c);d=1?x=1&y=@!$*,#top';
    expect(buttonUrl(url, 512)).toBe(url);
  });

  it('is percent-encoded where platforms want it', () => {
    expect(buttonUrl('https://münchen.example/straße?q=ü', 512)).toBe(
      'https://xn--mnchen-3ya.example/stra%C3%9Fe?q=%C3%BC',
    );
    expect(buttonUrl('https://a.example/100%', 512)).toBe('https://a.example/100%25');
    expect(buttonUrl('https://a.example/100%?x=[1]|{2}', 512)).toBe('https://a.example/100%25?x=%5B1%5D%7C%7B2%7D');
  });

  it('is none for what is not http or https, or not what it seems [HI-18]', () => {
    for (const url of [
      'javascript:alert(1)',
      'ftp://a.example/',
      'tg://resolve?domain=x',
      'https://user:pw@a.example/',
      'https://a.example\\@evil.example/',
      'https://a.example/a b',
      'https://a.example/a\nb',
      'https://[::1]/',
      'https://',
      'nonsense',
      '',
    ]) {
      expect(buttonUrl(url, 512)).toBeUndefined();
    }
  });

  it('is none when it is longer than the platform takes, before or after encoding', () => {
    expect(buttonUrl(`https://a.example/${'x'.repeat(494)}`, 512)).toHaveLength(512);
    expect(buttonUrl(`https://a.example/${'x'.repeat(495)}`, 512)).toBeUndefined();
    expect(buttonUrl(`https://a.example/${'ü'.repeat(100)}`, 512)).toBeUndefined();
  });
});

describe('a public host', () => {
  it('has a dot in its name, or is a public address', () => {
    for (const url of [
      'https://a.example',
      'https://a.b.example:8080/x',
      'http://8.8.8.8/',
      'https://xn--mnchen-3ya.de/',
    ]) {
      expect(hasPublicHost(url)).toBe(true);
    }
  });

  it('is not on this machine or a private network [CH-28, MUXI-38]', () => {
    for (const url of [
      'http://localhost:3000',
      'http://api.localhost/',
      'http://printer.local/',
      'http://vault.internal/',
      'http://intranet/',
      'https://a.example./',
      'http://127.0.0.1/',
      'http://10.1.2.3/',
      'http://172.16.0.1/',
      'http://172.31.255.255/',
      'http://192.168.1.1/',
      'http://169.254.169.254/',
      'http://100.64.0.1/',
      'http://0.0.0.0/',
      'http://224.0.0.1/',
      'http://999.1.1.1/',
      'http://0x7f.1/',
      'http://2130706433/',
    ]) {
      expect(hasPublicHost(url), url).toBe(false);
    }
  });
});
