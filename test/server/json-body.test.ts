import { describe, expect, it } from 'vitest';
import { assertHarmless } from '../../src/server/json-body.ts';

const nested = (depth: number) => JSON.parse('['.repeat(depth) + ']'.repeat(depth));

describe('a body is checked before anything reads it', () => {
  it('takes what real clients send', () => {
    for (const body of [{ a: [{ b: { c: 1 } }] }, [], 'x', null, 7, nested(64)]) {
      expect(() => assertHarmless(body)).not.toThrow();
    }
  });

  it('refuses deep nesting without running out of stack', () => {
    for (const depth of [66, 20_000, 500_000]) {
      expect(() => assertHarmless(nested(depth))).toThrow(/deeper than 64/);
    }
  });

  it('refuses a prototype key at any depth', () => {
    expect(() => assertHarmless(JSON.parse('{"a":[{"__proto__":{"admin":true}}]}'))).toThrow(/__proto__/);
  });
});
