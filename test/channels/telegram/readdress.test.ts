import { expect, it } from 'vitest';
import { readdress } from '../../../src/channels/telegram/readdress.ts';

it('writes a payload to another chat, without what only the old one has [CH-14]', () => {
  const payload = { chat_id: -31, message_thread_id: 4, text: 'hi', reply_parameters: { message_id: 9 } };
  expect(readdress(payload, { chat_id: -10031 })).toEqual({ chat_id: -10031, text: 'hi' });
});

it('leaves alone what is no payload', () => {
  expect(readdress('text', { chat_id: 1 })).toBe('text');
});
