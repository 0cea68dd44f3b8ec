import { expect, it } from 'vitest';
import { majorOf } from '../../../src/protocol/ui/major-of.ts';

it.each([
  ['1.0.0', 1],
  ['0.9.1', 0],
  ['12.3.4-rc.1+build.05', 12],
  ['1.0.0-alpha-a.b-c', 1],
])('the major of %j is %i [UBP-16]', (version, major) => {
  expect(majorOf(version)).toBe(major);
});

it.each([
  '',
  '1',
  '1.0',
  '1.0.0.0',
  'v1.0.0',
  '01.0.0',
  '1.0.00',
  '1.0.0-',
  '1.0.0-01',
  '1.0.0-a..b',
  '1.0.0+',
  '^1.0.0',
  ' 1.0.0',
  '1.0.0\n',
  '١.0.0',
  `1.0.0-${'a'.repeat(130)}`,
])('%j is no semantic version [UBP-16]', (version) => {
  expect(majorOf(version)).toBeUndefined();
});
