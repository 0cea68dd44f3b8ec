import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_EXTERNAL_HOSTS, externalAction } from '../../../../src/protocol/ui/block-actions/external.ts';

const check = (url: unknown, hosts: readonly string[] | 'any' = DEFAULT_EXTERNAL_HOSTS) =>
  externalAction({ kind: 'external', url }, hosts);

describe('a page outside', () => {
  it.each([
    'https://minara.ai',
    'https://minara.ai/',
    'https://www.minara.ai/a?b=c#d',
    'https://agent.minara.ai/docs/é',
    'https://minara.ai?x',
    'https://minara.ai#x',
    // Allowed by the grammar: an allowed host must have no open redirect.
    'https://minara.ai/?next=//evil.com',
    'https://minara.ai/@evil.example',
  ])('may be %j [UBP-44, HI-20]', (url) => {
    expect(check(url)).toEqual({ action: { kind: 'external', url } });
  });

  it.each([
    ['https://user:pw@minara.ai/', 'user_name'],
    ['https://user@minara.ai/', 'user_name'],
    ['https://@minara.ai/', 'user_name'],
    ['https://minara.ai@evil.example/', 'user_name'],
    ['https://minara.ai./', 'host_not_allowed'],
    ['https://ｍｉｎａｒａ.ai/', 'host_not_allowed'],
    ['https://minara。ai/', 'host_not_allowed'],
    ['https://minara.ai\u00ad', 'bad_character'],
    ['https://min\u200bara.ai/', 'bad_character'],
    ['https://MINARA.ai/', 'host_not_allowed'],
    ['https://evil.example/', 'host_not_allowed'],
    ['https://evilminara.ai/', 'host_not_allowed'],
    ['https://minara.ai.evil.example/', 'host_not_allowed'],
    ['https://x.minara.ai/', 'host_not_allowed'],
    ['https://minara.ai%2eevil.example/', 'host_not_allowed'],
    ['\u0000https://minara.ai/', 'bad_character'],
    [' https://minara.ai/', 'bad_character'],
    ['https://minara.ai/ ', 'bad_character'],
    ['https://minara.ai/a b', 'bad_character'],
    ['https://mina\tra.ai/', 'bad_character'],
    ['https://minara.ai\n', 'bad_character'],
    ['https://minara.ai\\@evil.example/', 'bad_character'],
    ['https:\\\\minara.ai/', 'bad_character'],
    ['https://minara.ai:8443/', 'port'],
    ['https://minara.ai:443', 'port'],
    ['https://minara.ai:', 'port'],
    ['HTTPS://minara.ai/', 'not_https'],
    ['http://minara.ai/', 'not_https'],
    ['https:/minara.ai/', 'not_https'],
    ['https:minara.ai', 'not_https'],
    ['//minara.ai/', 'not_https'],
    ['https:///minara.ai/', 'host_not_allowed'],
    ['https://', 'host_not_allowed'],
    ['javascript:alert(1)', 'not_https'],
    ['java\nscript:alert(1)', 'bad_character'],
    ['data:text/html,x', 'not_https'],
    ['vbscript:x', 'not_https'],
    ['blob:https://minara.ai/x', 'not_https'],
    ['file:///etc/passwd', 'not_https'],
    ['tg://resolve?domain=x', 'not_https'],
    ['intent://x#Intent;end', 'not_https'],
    [`https://minara.ai/${'a'.repeat(2_031)}`, 'too_long'],
    [null, 'wrong_fields'],
  ])('may not be %j [UBP-44, UBP-45, HI-2, HI-8, HI-10, HI-14, HI-16, HI-18]', (url, refusal) => {
    expect(check(url)).toEqual({ refusal });
  });

  it('has exactly its fields [UBP-39]', () => {
    expect(externalAction({ kind: 'external', url: 'https://minara.ai', target: '/a' }, 'any')).toEqual({
      refusal: 'wrong_fields',
    });
  });

  it('is on one of the hosts that are given, and no other [UBP-44]', () => {
    expect('action' in check('https://acme.example/', ['acme.example'])).toBe(true);
    expect(check('https://minara.ai/', ['acme.example'])).toEqual({ refusal: 'host_not_allowed' });
    expect(check('https://minara.ai/', [])).toEqual({ refusal: 'host_not_allowed' });
  });

  it('is on any host where somebody else looks at that, in its own spelling', () => {
    expect('action' in check('https://acme.example/', 'any')).toBe(true);
    for (const url of ['https://ACME.example/', 'https://ａcme.example/', 'https://0x7f.1/', 'https://']) {
      expect('refusal' in check(url, 'any')).toBe(true);
    }
    expect(check('https://[/', 'any')).toEqual({ refusal: 'cannot_be_parsed' });
  });

  it('that is accepted opens an allowed host, on any text [UBP-45]', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        'https://',
        'minara.ai',
        'evil.example',
        '@',
        ':',
        '/',
        '\\',
        '.',
        '?',
        '#',
        '%2e',
        '\t',
        'ｍ',
        '。',
      ),
      fc.string({ unit: 'binary', maxLength: 2 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
        const url = `https://minara.ai${pieces.join('')}`;
        if ('action' in check(url)) expect(new URL(url).origin).toBe('https://minara.ai');
      }),
      { numRuns: 10_000 },
    );
  });
});
