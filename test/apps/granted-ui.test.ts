import { describe, expect, it } from 'vitest';
import { readDeclaredUi } from '../../src/apps/declared-ui.ts';
import { createGrantUi } from '../../src/apps/granted-ui.ts';

const declared = (connectDomains: string[], resourceDomains: string[] = []) =>
  readDeclaredUi({ ui: { csp: { connectDomains, resourceDomains }, permissions: { camera: {} } } });

describe('what an operator allows apps', () => {
  it('is what they declare where nothing is said', () => {
    expect(createGrantUi(undefined)(declared(['https://a.example']))).toMatchObject({
      csp: { connectDomains: ['https://a.example'] },
      withheldHosts: [],
    });
  });

  it.each([
    ['https://a.example', ['a.example']],
    ['https://a.example:8443', ['a.example']],
    ['wss://a.example', ['a.example']],
    ['https://b.a.example', ['*.a.example']],
    ['https://*.a.example', ['*.a.example']],
    ['https://*.b.a.example', ['*.a.example']],
  ])('%s is allowed by %j', (origin, allowed) => {
    expect(createGrantUi(allowed)(declared([origin]))).toMatchObject({
      csp: { connectDomains: [origin] },
      withheldHosts: [],
    });
  });

  it.each([
    ['https://a.example', [], 'a.example'],
    ['https://a.example', ['*.a.example'], 'a.example'],
    ['https://nota.example', ['*.a.example', 'a.example'], 'nota.example'],
    ['https://b.a.example', ['a.example'], 'b.a.example'],
    ['https://*.a.example', ['a.example', 'b.a.example'], '*.a.example'],
    ['https://*.a.example', ['*.b.a.example'], '*.a.example'],
    ['https://a.example.evil.example:8443', ['a.example'], 'a.example.evil.example'],
  ])('%s is not allowed by %j', (origin, allowed, withheld) => {
    const granted = createGrantUi(allowed)(declared([origin]));
    expect(granted.csp).toEqual({});
    expect(granted.withheldHosts).toEqual([withheld]);
  });

  it('narrows each list by itself, names each host once, and leaves devices alone', () => {
    const ui = declared(['https://a.example', 'wss://b.example'], ['https://b.example', 'https://a.example']);
    expect(createGrantUi(['a.example'])(ui)).toEqual({
      csp: { connectDomains: ['https://a.example'], resourceDomains: ['https://a.example'] },
      permissions: ['camera'],
      refusedOrigins: 0,
      withheldHosts: ['b.example'],
    });
  });
});
