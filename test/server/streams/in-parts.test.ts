import { expect, it } from 'vitest';
import { inParts } from '../../../src/server/streams/in-parts.ts';

it('a long step is written out part by part, in order and whole', () => {
  const events = Array.from({ length: 250 }, (_, index) => ({ type: 'text' as const, delta: 'x', seq: index + 1 }));
  const parts = [...inParts({ run: 3, events })];
  expect(parts.map((part) => [part.run, part.events.length])).toEqual([
    [3, 100],
    [3, 100],
    [3, 50],
  ]);
  expect(parts.flatMap((part) => part.events)).toEqual(events);
});
