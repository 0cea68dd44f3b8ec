import type { z } from 'zod';
import { quoted } from './finding.ts';
import { allowedWords } from './likely-word.ts';
import type { SourceNode } from './yaml/source.ts';

type Issue = z.core.$ZodIssue;

const EXPECTED: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'a map',
  record: 'a map',
  map: 'a map',
  array: 'a list',
  tuple: 'a list',
  null: 'nothing',
};

/** An issue as words: what was expected, what was found. `found` is absent when nothing stands there. */
export function issueSentence(issue: Issue, found: SourceNode | undefined): string {
  switch (issue.code) {
    case 'invalid_type':
      return mismatch(EXPECTED[issue.expected] ?? issue.expected, found);
    case 'invalid_union':
      // A discriminated union tells its options, though its type does not say so.
      return 'options' in issue && Array.isArray(issue.options)
        ? oneOf(issue.options, found)
        : mismatch(branches(issue.errors), found);
    case 'invalid_value':
      return oneOf(issue.values, found);
    case 'too_small':
      return `${size(found)}expected ${issue.inclusive ? 'at least' : 'more than'} ${counted(issue.minimum, issue.origin)}.`;
    case 'too_big':
      return `${size(found)}expected ${issue.inclusive ? 'at most' : 'less than'} ${counted(issue.maximum, issue.origin)}.`;
    case 'not_multiple_of':
      return `expected a multiple of ${issue.divisor}.`;
    case 'invalid_format':
      return issue.format === 'regex' ? 'this has not the expected form.' : `expected a valid ${issue.format}.`;
    default:
      return 'this is not accepted.';
  }
}

function mismatch(expected: string, found: SourceNode | undefined): string {
  if (!found) return `missing, expected ${expected}.`;
  return `expected ${expected}, found ${kindOf(found)}.${advice(expected, found)}`;
}

function advice(expected: string, found: SourceNode): string {
  if (found.kind === 'scalar' && found.value === null) return ' Fill it in or remove it.';
  if (expected === 'text' && found.kind === 'scalar') return ' Put it in quotes.';
  if (expected === 'true or false' && found.kind === 'text') return ' Write it without quotes.';
  return '';
}

function oneOf(values: readonly unknown[], found: SourceNode | undefined): string {
  const allowed = values.map(String);
  if (found?.kind === 'text') return `found ${quoted(found.value)}${allowedWords(found.value, allowed)}`;
  return mismatch(`one of ${allowed.join(', ')}`, found);
}

function branches(errors: readonly (readonly Issue[])[]): string {
  const expected = errors.flatMap(([first]) => {
    if (first?.code === 'invalid_value') return first.values.filter((value) => value !== '').map(String);
    return first?.code === 'invalid_type' ? [EXPECTED[first.expected] ?? first.expected] : [];
  });
  return expected.length > 0 ? [...new Set(expected)].join(' or ') : 'something else';
}

/** Texts are never quoted here: they may be tokens. */
function kindOf(node: SourceNode): string {
  switch (node.kind) {
    case 'text':
      return 'text';
    case 'list':
      return 'a list';
    case 'map':
      return 'a map';
    case 'scalar':
      if (node.value === null) return 'nothing';
      return typeof node.value === 'number' ? `the number ${node.value}` : String(node.value);
  }
}

function size(found: SourceNode | undefined): string {
  if (found?.kind === 'scalar' && typeof found.value === 'number') return `found ${found.value}, `;
  // With placeholders in it, the written text has another length than the checked one.
  if (found?.kind === 'text' && !found.value.includes('${{')) return `found ${counted(found.value.length, 'string')}, `;
  return found?.kind === 'list' ? `found ${counted(found.items.length, 'array')}, ` : '';
}

/** A number with what it counts: characters of a text, items of a list. */
function counted(count: number | bigint, origin: string): string {
  const noun = { string: 'character', array: 'item', set: 'item', map: 'item' }[origin];
  return noun === undefined ? String(count) : `${count} ${noun}${Number(count) === 1 ? '' : 's'}`;
}
