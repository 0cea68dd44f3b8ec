import { describe, expect, it } from 'vitest';
import {
  addressOf,
  conversationOf,
  deliveryLaneOf,
  isShared,
  telegramAddress,
} from '../../../src/channels/telegram/address.ts';

describe('an address', () => {
  it.each([
    [{ chat_id: 42 }, { chat_id: 42 }],
    [{ chat_id: '42' }, { chat_id: 42 }],
    [{ chat_id: '-1001557912345' }, { chat_id: -1001557912345 }],
    [{ chat_id: '@Harbour_News' }, { chat_id: '@harbour_news' }],
    [
      { chat_id: -100500, message_thread_id: '4' },
      { chat_id: -100500, message_thread_id: 4 },
    ],
  ])('%j is read as %j', (written, expected) => {
    expect(telegramAddress.parse(written)).toEqual(expected);
  });

  it('leaves the General topic out [CH-12]', () => {
    expect(telegramAddress.parse({ chat_id: -100500, message_thread_id: 1 })).toEqual({ chat_id: -100500 });
  });

  it.each([
    {},
    { chat_id: 0 },
    { chat_id: '-0' },
    { chat_id: 1.5 },
    { chat_id: 'harbour' },
    { chat_id: '' },
    { chat_id: 2 ** 53 },
    { chat_id: 42, message_thread_id: -4 },
    { chat_id: 42, thread: 4 },
    null,
    '42',
  ])('%j is refused', (written) => {
    expect(telegramAddress.safeParse(written).success).toBe(false);
  });

  it.each([
    ['telegram:42', { chat_id: 42 }],
    ['telegram:-100500:4', { chat_id: -100500, message_thread_id: 4 }],
    ['telegram:@harbour_news', { chat_id: '@harbour_news' }],
  ])('names the conversation %s, which names it', (name, address) => {
    expect(conversationOf(address)).toBe(name);
    expect(addressOf(name)).toEqual(address);
  });

  it.each(['telegram:', 'slack:42', 'telegram:0', 'telegram:42:4:4', 'telegram:4x', '42'])('is not in %j', (name) => {
    expect(addressOf(name)).toBeUndefined();
  });

  it('shares the lane of its chat with every topic [CH-17]', () => {
    expect(deliveryLaneOf({ chat_id: -100500, message_thread_id: 4 })).toBe('telegram:-100500');
  });

  it('is shared when it is a group or a channel', () => {
    expect([{ chat_id: 42 }, { chat_id: -100500 }, { chat_id: '@harbour_news' }].map(isShared)).toEqual([
      false,
      true,
      true,
    ]);
  });
});
