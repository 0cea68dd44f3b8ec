import { expect, it } from 'vitest';
import { slack } from '../../src/channels/slack/index.ts';
import { isKnown, makeKnown, seatOfConversation } from '../../src/pipeline/known-conversations.ts';
import { createMemoryStore } from '../../src/store/memory/store.ts';
import { DAY_MS, message, START_MS } from '../store/fixtures.ts';

const thread = { channel: 'C1', thread_ts: '1767225000.000100' };
const other = { channel: 'C1', thread_ts: '1767225000.000200' };
const conversation = 'slack::C1:1767225000.000100';

it('knows a conversation that was made known, and no other', async () => {
  const store = createMemoryStore({ now: () => START_MS });
  expect(await isKnown(store, slack, thread)).toBe(false);
  await makeKnown(store, slack, thread, START_MS);
  await makeKnown(store, slack, thread, START_MS);
  expect(await isKnown(store, slack, thread)).toBe(true);
  expect(await isKnown(store, slack, other)).toBe(false);
  expect(await isKnown(store, slack, { channel: 'C1' })).toBe(false);
  expect(await store.claimTurns(10)).toEqual([]);
});

it('knows a conversation from what was said in it, and nobody is reached there by its name', async () => {
  const store = createMemoryStore({ now: () => START_MS });
  await store.accept(message('t1', { channel: 'slack', conversation, seat: seatOfConversation(conversation, thread) }));
  expect(await isKnown(store, slack, thread)).toBe(true);
  expect(await store.seats(conversation)).toEqual([]);
});

it('forgets a conversation a year after the last time', async () => {
  const store = createMemoryStore({ now: () => START_MS });
  await makeKnown(store, slack, thread, START_MS);
  await makeKnown(store, slack, thread, START_MS + DAY_MS);
  await store.sweep(START_MS + 365 * DAY_MS);
  expect(await isKnown(store, slack, thread)).toBe(true);
  await store.sweep(START_MS + 366 * DAY_MS);
  expect(await isKnown(store, slack, thread)).toBe(false);
});
