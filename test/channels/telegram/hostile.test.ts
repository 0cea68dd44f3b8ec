import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readUpdate } from '../../../src/channels/telegram/inbound.ts';
import { showAnswered } from '../../../src/channels/telegram/show-answered.ts';
import { BOT, GROUP, groupMessage, message, press } from './updates.ts';

const anything = fc.anything({ withNullPrototype: true, withDate: true, maxDepth: 3 });

const UPDATES: object[] = [
  {
    update_id: 5,
    message: groupMessage({
      text: '/ask@ferry_test_bot hi',
      entities: [{ type: 'bot_command', offset: 0, length: 19 }],
      reply_to_message: { message_id: 4, from: { id: 4242 } },
    }),
  },
  {
    update_id: 5,
    message: message({
      caption: 'x',
      photo: [{ file_id: 'p', width: 1, height: 1 }],
      document: { file_id: 'd', file_name: 'n', mime_type: 'a/b' },
    }),
  },
  {
    update_id: 5,
    message: message({
      text: 'x',
      sender_chat: GROUP,
      message_thread_id: 4,
      is_topic_message: true,
      migrate_to_chat_id: -7,
    }),
  },
  { update_id: 5, edited_message: message({ text: 'x' }) },
  { update_id: 5, callback_query: press({}, { chat: GROUP, message_thread_id: 4 }) },
];

/** Every place in a value, as paths of keys. */
function pathsIn(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, child]) => pathsIn(child, [...path, key]))];
}

function withPlace(value: unknown, [key, ...rest]: string[], odd: unknown): unknown {
  if (key === undefined) return odd;
  const copy: Record<string, unknown> = { ...(value as object) };
  copy[key] = withPlace(copy[key], rest, odd);
  return Array.isArray(value) ? Object.values(copy) : copy;
}

describe('a hostile update', () => {
  it('of any shape is read without a fault, and gives nothing or something whole', () => {
    const mutated = fc
      .constantFrom(...UPDATES)
      .chain((update) => fc.tuple(fc.constant(update), fc.constantFrom(...pathsIn(update)), anything));
    fc.assert(
      fc.property(mutated, fc.constantFrom('mention' as const, 'all' as const), ([update, path, odd], groups) => {
        const inbound = readUpdate(withPlace(update, path, odd), 'raw', { bot: BOT, groups });
        if (!inbound) return;
        expect(Number.isSafeInteger(inbound.address.chat_id)).toBe(true);
        expect(inbound.person.id).toMatch(/^-?\d+$/);
        expect(inbound.dedupeKey).toMatch(/^-?\d+$/);
      }),
      { numRuns: 2_000 },
    );
  });

  it('with every key of a wrong type gives nothing', () => {
    for (const odd of [7, 'x', true, null, [], [[]], {}]) {
      for (const kind of ['message', 'edited_message', 'callback_query']) {
        expect(readUpdate({ update_id: 5, [kind]: odd }, 'raw', { bot: BOT, groups: 'all' })).toBeUndefined();
      }
    }
  });

  it('without an id is nothing: it could not be told from its repetition', () => {
    const update = { update_id: '5', message: message({ text: 'hi' }) };
    expect(readUpdate(update, 'raw', { bot: BOT, groups: 'all' })).toBeUndefined();
  });

  it('with 100,000 entities or buttons is read at once', () => {
    const entities = Array.from({ length: 100_000 }, (_, at) => ({ type: 'mention', offset: at * 17, length: 15 }));
    const row = Array.from({ length: 100_000 }, () => ({ text: 'x', callback_data: 'y' }));
    const startedAt = performance.now();
    readUpdate({ update_id: 5, message: message({ text: '@ferry_test_bot x'.repeat(100_000), entities }) }, 'raw', {
      bot: BOT,
      groups: 'all',
    });
    readUpdate({ update_id: 5, callback_query: press({}, { reply_markup: { inline_keyboard: [row] } }) }, 'raw', {
      bot: BOT,
      groups: 'all',
    });
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  });
});

it('an answered message of any shape is edited or left alone, without a fault', () => {
  fc.assert(
    fc.property(anything, fc.string({ unit: 'binary' }), (payload, label) => {
      showAnswered({ payload, answered: [{ widgetId: 'ui_a', label }] });
      showAnswered({
        payload: { text: 'Q', reply_markup: { inline_keyboard: payload } },
        answered: [{ widgetId: 'ui_a', label }],
      });
    }),
  );
});
