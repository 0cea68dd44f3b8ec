import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resolveRoute, routeAction } from '../../../../src/protocol/ui/block-actions/route.ts';

const refusalOf = (target: unknown) => {
  const checked = routeAction({ kind: 'route', target });
  return 'refusal' in checked ? checked.refusal : undefined;
};

describe('a route', () => {
  it.each([
    '/wallet',
    '/wallet/',
    '/9',
    '/swap?from=ETH&to=BTC#top',
    '/a.b/c..d/..e',
    '/a?path=../..&dots=%2e%2e%2f',
    '/a?x=%5c&y=%2F%2f',
    '/caf%C3%A9',
    '/100%25',
    '/100%25zz',
    '/a;v=1/b',
    `/${'a'.repeat(511)}`,
  ])('may be %j [UBP-40]', (target) => {
    expect(routeAction({ kind: 'route', target })).toEqual({ action: { kind: 'route', target } });
  });

  it.each([
    ['', 'not_a_path'],
    ['/', 'not_a_path'],
    ['wallet', 'not_a_path'],
    ['//evil.example', 'not_a_path'],
    ['/\\evil.example', 'not_a_path'],
    ['/%2fevil.example', 'not_a_path'],
    ['https://evil.example/', 'not_a_path'],
    ['javascript:alert(1)', 'not_a_path'],
    [' /wallet', 'not_a_path'],
    ['/a//b', 'bad_character'],
    ['/a?next=//evil.example', 'bad_character'],
    ['/a\\b', 'bad_character'],
    ['/a\\..\\b', 'bad_character'],
    ['/a b', 'bad_character'],
    ['/a\tb', 'bad_character'],
    ['/a\nb', 'bad_character'],
    ['/a\rb', 'bad_character'],
    ['/a\u0000', 'bad_character'],
    ['/a?x=\n', 'bad_character'],
    ['/a#\t', 'bad_character'],
    ['/a\u007f', 'bad_character'],
    ['/é', 'not_a_path'],
    ['/aé', 'bad_character'],
    ['/a\u202e', 'bad_character'],
    ['/a．．/b', 'bad_character'],
    ['/wallet/../admin', 'dot_segment'],
    ['/x/./y', 'dot_segment'],
    ['/x/..', 'dot_segment'],
    ['/x/.?a', 'dot_segment'],
    ['/x;/..;/y', 'dot_segment'],
    ['/x/..;a=1/y', 'dot_segment'],
    ['/x/;../y', 'dot_segment'],
    ['/x/..%3bz/y', 'dot_segment'],
    ['/wallet/%2e%2e/admin', 'encoded_trap'],
    ['/wallet/%2E%2e', 'encoded_trap'],
    ['/wallet/.%2e/admin', 'encoded_trap'],
    ['/x/%2e/y', 'encoded_trap'],
    ['/x/%252e%252e/y', 'encoded_trap'],
    ['/x/%25252e/y', 'encoded_trap'],
    ['/x/%25%32%65/y', 'encoded_trap'],
    ['/x%2fy', 'encoded_trap'],
    ['/x%252Fy', 'encoded_trap'],
    ['/x%5cy', 'encoded_trap'],
    ['/x%5Cy', 'encoded_trap'],
    ['/x%255cy', 'encoded_trap'],
    ['/a%0d%0aSet-Cookie:x', 'encoded_trap'],
    ['/a%250ab', 'encoded_trap'],
    ['/a%00', 'encoded_trap'],
    ['/a%7f', 'encoded_trap'],
    ['/a%c2%85', 'encoded_trap'],
    ['/a?x=%0d%0a', 'encoded_trap'],
    ['/a?x=%250a', 'encoded_trap'],
    ['/a#%00', 'encoded_trap'],
    ['/a%zz', 'bad_encoding'],
    ['/a%', 'bad_encoding'],
    ['/a%2', 'bad_encoding'],
    ['/a?x=%zz', 'bad_encoding'],
    ['/a%ff', 'bad_encoding'],
    ['/a%c0%af', 'bad_encoding'],
    ['/a%25ff', 'bad_encoding'],
    ['/a%ed%a0%80', 'bad_encoding'],
    [`/${'a'.repeat(512)}`, 'too_long'],
    [undefined, 'wrong_fields'],
    [7, 'wrong_fields'],
    [['/wallet'], 'wrong_fields'],
  ])('may not be %j [UBP-40, HI-22, HI-24]', (target, refusal) => {
    expect(refusalOf(target)).toBe(refusal);
  });

  it('has exactly its fields [UBP-39]', () => {
    for (const action of [
      { kind: 'route', target: '/a', url: 'https://x.example' },
      { kind: 'route' },
      Object.create({ kind: 'route', target: '/a' }),
      JSON.parse('{"kind":"route","target":"/a","__proto__":{}}'),
      null,
      [],
      'route',
    ]) {
      expect(routeAction(action)).toEqual({ refusal: 'wrong_fields' });
    }
  });

  it('that is accepted stays in its application, wherever that is and however often it is decoded [UBP-40]', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '/',
        '.',
        '..',
        '//',
        '\\',
        '%',
        '%2e',
        '%2f',
        '%5c',
        '%25',
        '2e',
        ';',
        '?',
        '#',
        '@',
        ':',
        '%0a',
        '%c3%a9',
      ),
      fc.string({ unit: 'binary-ascii', maxLength: 3 }),
    );
    const target = fc.array(piece, { maxLength: 8 }).map((pieces) => `/a${pieces.join('')}`);
    const appUrl = fc.constantFrom(
      'https://acme.example',
      'https://acme.example/',
      'http://localhost:3000/app',
      'https://acme.example/a/b/',
    );
    let accepted = 0;
    fc.assert(
      fc.property(target, appUrl, (given, base) => {
        if (refusalOf(given) !== undefined) return;
        accepted += 1;
        const { origin, pathname } = new URL(base);
        const prefix = pathname.replace(/\/$/, '');
        let layer = given;
        for (let depth = 0; depth < 4; depth++) {
          const url = new URL(origin + prefix + layer);
          expect(url.origin).toBe(origin);
          expect(url.pathname.startsWith(`${prefix}/a`)).toBe(true);
          expect(new URL(layer, base).origin).toBe(origin);
          const end = layer.search(/[?#]/);
          const path = end === -1 ? layer : layer.slice(0, end);
          expect(path.split('/')).not.toContain('..');
          layer = layer.replace(/(?:%[0-9a-f]{2})+/gi, (escapes) => decodeURIComponent(escapes));
        }
        expect(resolveRoute(base, given)).toBe(new URL(origin + prefix + given).href);
      }),
      { numRuns: 20_000 },
    );
    expect(accepted).toBeGreaterThan(1_000);
  });
});

describe('where a route leads', () => {
  it('is below the application [UBP-46]', () => {
    expect(resolveRoute('https://acme.example/app/', '/wallet?tab=1#x')).toBe(
      'https://acme.example/app/wallet?tab=1#x',
    );
    expect(resolveRoute('https://acme.example', '/wallet')).toBe('https://acme.example/wallet');
  });

  it('is nowhere, when it would leave that', () => {
    expect(resolveRoute('https://acme.example/app', '/../admin')).toBeUndefined();
    expect(resolveRoute('https://acme.example', '.evil.example/')).toBeUndefined();
    expect(resolveRoute('https://acme.example', '@evil.example/')).toBeUndefined();
    expect(resolveRoute('no url', '/wallet')).toBeUndefined();
  });
});
