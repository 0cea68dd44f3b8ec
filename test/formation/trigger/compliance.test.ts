import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { compileDataPath } from '../../../src/formation/trigger/data-path.ts';

/** The compliance test suite of RFC 9535. It stands beside the checkout, in the shared folder. */
const SUITE = new URL('../../../../shared/specs/misc/jsonpath-cts.json', import.meta.url);

/** Names of the cases that we are known to fail. */
const FAILING: readonly string[] = [];

interface Case {
  name: string;
  selector: string;
  document?: unknown;
  result?: unknown;
  results?: unknown[];
  invalid_selector?: boolean;
}

function holds({ selector, document, result, results = [result], invalid_selector: isInvalid }: Case): boolean {
  // What does not begin so is a dotted path with us, and none that the suite calls valid.
  const query = selector.startsWith('$') ? compileDataPath(selector) : undefined;
  if (typeof query !== 'function' || isInvalid) return typeof query !== 'function' && isInvalid === true;
  const found = JSON.stringify(query(document));
  return results.some((one) => JSON.stringify(one) === found);
}

it.skipIf(!existsSync(SUITE))('the cases of the RFC 9535 suite hold (skipped where its file is missing)', () => {
  const { tests } = JSON.parse(readFileSync(SUITE, 'utf8')) as { tests: Case[] };
  expect(tests.length).toBe(703);
  expect(tests.filter((one) => !holds(one)).map(({ name }) => name)).toEqual(FAILING);
});
