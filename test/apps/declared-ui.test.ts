import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDeclaredUi } from '../../src/apps/declared-ui.ts';
import { contentPolicy, permissionsPolicy } from '../../src/apps/sandbox/content-policy.ts';

const declared = (ui: unknown) => readDeclaredUi({ ui });
const origins = (...connectDomains: unknown[]) => declared({ csp: { connectDomains } });

describe('what an app declares', () => {
  it.each([
    'https://api.example.com',
    'wss://realtime.example.com',
    'https://*.example.com',
    'https://example.com:8443',
    'https://203.0.113.7',
    'https://xn--bcher-kva.example',
  ])('%s is an origin [HI-72]', (origin) => {
    expect(origins(origin)).toMatchObject({ csp: { connectDomains: [origin] }, refusedOrigins: 0 });
  });

  it.each([
    'https://x.com; script-src *',
    'https://x.com script-src',
    'https://x.com\nscript-src *',
    'https://x.com\r\nX-Evil: 1',
    'https://x.com,https://y.com',
    '*',
    "'unsafe-eval'",
    "'self'",
    'https:',
    'https://*',
    'https://*.com',
    'https://*.*.example.com',
    'https://a.*.example.com',
    'https://user@example.com',
    'https://example.com/path',
    'https://example.com?q',
    'https://example.com:999999',
    'https://exa mple.com',
    'https://bücher.example',
    'http://example.com',
    'ws://example.com',
    'data:',
    'blob:',
    'javascript:alert(1)',
    ' https://example.com',
    'https://example.com ',
    `https://${'a.'.repeat(130)}example.com`,
    '',
    7,
    null,
    ['https://example.com'],
  ])('%j is none, and is left out [HI-72]', (entry) => {
    expect(origins(entry)).toMatchObject({ csp: {}, refusedOrigins: 1 });
  });

  it('keeps what is right beside what is wrong, each once, in small letters', () => {
    const { csp, refusedOrigins } = origins('https://A.example.com', '*', 'https://a.example.com');
    expect(csp).toEqual({ connectDomains: ['https://a.example.com'] });
    expect(refusedOrigins).toBe(1);
  });

  it('is no more than fits into the headers that proxies take, and what is too much is counted', () => {
    const many = Array.from({ length: 60 }, (_, at) => `https://origin-${at}.example.com`);
    const { csp, refusedOrigins } = declared({ csp: { connectDomains: many, resourceDomains: many } });
    expect([csp.connectDomains?.length, csp.resourceDomains?.length]).toEqual([50, 10]);
    expect(refusedOrigins).toBe(10 + 50);
    const long = Array.from({ length: 20 }, (_, at) => `https://${'a'.repeat(60)}.${'b'.repeat(60)}.x${at}.example`);
    const lists = { connectDomains: long, resourceDomains: long, frameDomains: long, baseUriDomains: long };
    const policy = contentPolicy(declared({ csp: lists }).csp, { ancestor: 'https://bot.example.com', framedBy: [] });
    // nginx takes headers of 4 KB altogether, if it is not told otherwise.
    expect(policy.length).toBeLessThan(3_500);
  });

  it('is nothing for what is no declaration', () => {
    const nothing = { csp: {}, permissions: [], refusedOrigins: 0 };
    for (const meta of [undefined, null, 7, 'x', [], { ui: null }, { ui: { csp: 'x', permissions: ['camera'] } }]) {
      expect(readDeclaredUi(meta)).toEqual(nothing);
    }
  });

  it('takes the permissions that there are, and a wish for a border', () => {
    expect(declared({ permissions: { camera: {}, clipboardWrite: {}, usb: {} }, prefersBorder: false })).toEqual({
      csp: {},
      permissions: ['camera', 'clipboardWrite'],
      prefersBorder: false,
      refusedOrigins: 0,
    });
  });
});

describe('the content policy of an app', () => {
  const ancestor = 'https://bot.example.com';

  it('reaches nothing when nothing is declared', () => {
    expect(contentPolicy({}, { ancestor, framedBy: [] })).toBe(
      "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; font-src 'none'; media-src data:; connect-src 'none'; frame-src 'none'; worker-src 'none'; object-src 'none'; base-uri 'self'; form-action 'none'; frame-ancestors https://bot.example.com",
    );
  });

  it('has each origin where it was declared, and nowhere else', () => {
    const policy = contentPolicy(
      {
        connectDomains: ['https://c.example'],
        resourceDomains: ['https://r.example'],
        frameDomains: ['https://f.example'],
        baseUriDomains: ['https://b.example'],
      },
      { ancestor, framedBy: ['https://acme.example'] },
    );
    expect(policy).toBe(
      "default-src 'none'; script-src 'unsafe-inline' https://r.example; style-src 'unsafe-inline' https://r.example; img-src data: https://r.example; font-src https://r.example; media-src data: https://r.example; connect-src https://c.example; frame-src https://f.example; worker-src 'none'; object-src 'none'; base-uri https://b.example; form-action 'none'; frame-ancestors https://bot.example.com https://acme.example",
    );
  });

  it('is one header with the same thirteen directives, whatever was declared', () => {
    const entry = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.webUrl(),
      fc.constantFrom('https://*.a.example', ';', "'none'"),
    );
    fc.assert(
      fc.property(fc.array(entry), fc.array(entry), (connectDomains, resourceDomains) => {
        const policy = contentPolicy(declared({ csp: { connectDomains, resourceDomains } }).csp, {
          ancestor,
          framedBy: [],
        });
        expect(policy).toMatch(/^[\x20-\x7e]+$/);
        expect(policy.split('; ').map((directive) => directive.split(' ')[0])).toHaveLength(13);
        expect(policy).not.toMatch(/unsafe-eval|\*(?!\.)/);
      }),
    );
  });

  it('gives devices that were asked for, and no others', () => {
    expect(permissionsPolicy({ permissions: ['microphone'] })).toBe(
      'camera=(), microphone=(self), geolocation=(), clipboard-write=()',
    );
  });
});
