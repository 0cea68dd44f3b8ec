import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { schemaFaults } from '../../src/protocol/schema-faults.ts';

const schema = z.strictObject({ a: z.string().optional(), all: z.record(z.string(), z.number()).optional() });

function faultsOf(value: unknown): string[] {
  const { error } = schema.safeParse(value);
  return error ? schemaFaults(error) : [];
}

describe('the faults of a value', () => {
  it('name the place and quote nothing of the value', () => {
    expect(faultsOf({ a: 7 })).toEqual(['a: Invalid input: expected string, received number']);
  });

  it('name keys that are not known, three of them, each short and on one line', () => {
    expect(faultsOf({ b: 1 })).toEqual(['Unrecognized key: "b"']);
    expect(faultsOf({ ['k'.repeat(10_000)]: 1 })).toEqual([`Unrecognized key: "${'k'.repeat(40)}…"`]);
    expect(faultsOf({ 'b\nc\u202e': 1, d: 1, e: 1, f: 1, g: 1 })).toEqual([
      'Unrecognized keys: "b c", "d", "e" and 2 more',
    ]);
  });

  it('name a place that is as long as its caller likes in 100 characters', () => {
    expect(faultsOf({ all: { ['k'.repeat(10_000)]: 'x' } })).toEqual([
      `all.${'k'.repeat(96)}…: Invalid input: expected number, received string`,
    ]);
  });
});
