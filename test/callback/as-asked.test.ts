import { expect, it } from 'vitest';
import { asAsked } from '../../src/callback/as-asked.ts';
import { NOW_MS, pending } from './pending.ts';

const WEEK_MS = 604_800_000;
const askedAt = (widgetId: string, atMs: number, more: { notBeforeMs?: number; isWaiting?: true } = {}) =>
  pending({ widgetId, expiresAtMs: atMs + WEEK_MS, message: { deliveryId: widgetId, payload: '{}', ...more } });
const ids = (questions: ReturnType<typeof asAsked>) => questions.map(({ widgetId }) => widgetId);

it('questions stay in the order in which they were kept, newest first, also when the clock was set back between them', () => {
  const questions = [askedAt('after', NOW_MS - 3_600_000), askedAt('before', NOW_MS)];
  expect(ids(asAsked(questions))).toEqual(['after', 'before']);
});

it('one whose message still waits is not seen yet', () => {
  const tomorrow = { isWaiting: true, notBeforeMs: NOW_MS + 86_400_000 } as const;
  const questions = [
    askedAt('scheduled', NOW_MS + 86_400_000, tomorrow),
    askedAt('throttled', NOW_MS, { isWaiting: true }),
    askedAt('seen', NOW_MS - 1),
  ];
  expect(ids(asAsked(questions))).toEqual(['seen']);
});

it('one that went out at its time is as new as that time', () => {
  const questions = [
    askedAt('newest', NOW_MS),
    askedAt('older', NOW_MS - 2_000),
    askedAt('scheduled later', NOW_MS - 500, { notBeforeMs: NOW_MS - 500 }),
    askedAt('scheduled sooner', NOW_MS - 1_000, { notBeforeMs: NOW_MS - 1_000 }),
    askedAt('oldest', NOW_MS - 9_000),
    askedAt('scheduled first', NOW_MS - 99_000, { notBeforeMs: NOW_MS - 99_000 }),
  ];
  expect(ids(asAsked(questions))).toEqual([
    'newest',
    'scheduled later',
    'scheduled sooner',
    'older',
    'oldest',
    'scheduled first',
  ]);
});
