import { expect, it } from 'vitest';
import { jsonOnce, jsonWith } from '../../src/protocol/json-once.ts';

it('an object is written out once', () => {
  let count = 0;
  const value = {
    toJSON() {
      count += 1;
      return { a: 1 };
    },
  };
  expect([jsonOnce(value), jsonOnce(value), jsonWith({ b: 2 }, 'c', value)]).toEqual([
    '{"a":1}',
    '{"a":1}',
    '{"b":2,"c":{"a":1}}',
  ]);
  expect(count).toBe(1);
});

it.each<[object, string, unknown, string]>([
  [{}, 'a', null, '{"a":null}'],
  [{}, 'a', [], '{"a":[]}'],
  [{ a: undefined, b: 1 }, 'a', 'x"\n', '{"b":1,"a":"x\\"\\n"}'],
  [{ b: {} }, '"', 7, '{"b":{},"\\"":7}'],
])('%j with %j of %j is JSON', (members, name, value, json) => {
  expect(jsonWith(members, name, value)).toBe(json);
});
