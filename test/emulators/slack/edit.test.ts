import { expect, it } from 'vitest';
import type { SlackEmulator } from '../../../src/emulators/slack/index.ts';
import { call, result, running } from './running.ts';

const DIVIDER = [{ type: 'divider', block_id: 'line' }];

async function posted(): Promise<{ emulator: SlackEmulator; channel: string; ts: string }> {
  const emulator = await running();
  const channel = emulator.channel('general').id;
  const { ts } = await result<{ ts: string }>(emulator, 'chat.postMessage', { channel, text: 'old', blocks: DIVIDER });
  return { emulator, channel, ts };
}

it('changes a message in place and marks it as edited', async () => {
  const { emulator, channel, ts } = await posted();
  const answer = await result(emulator, 'chat.update', { channel, ts, text: 'new', blocks: [] });
  const [message] = emulator.messages(channel);
  expect(answer).toMatchObject({ channel, ts, text: 'new' });
  expect(message).toMatchObject({ ts, text: 'new', edited: { user: emulator.firstWorkspace.botProfile.id } });
  expect(message).not.toHaveProperty('blocks');
});

it('leaves the blocks as they are when an edit names none', async () => {
  const { emulator, channel, ts } = await posted();
  await result(emulator, 'chat.update', { channel, ts, text: 'new' });
  expect(emulator.messages(channel)[0]?.blocks).toEqual(DIVIDER);
});

it('counts the bytes of an edited text after escaping: 4,000 are taken, 4,001 not', async () => {
  const { emulator, channel, ts } = await posted();
  const errorOf = async (text: string) => (await call(emulator, 'chat.update', { channel, ts, text })).error;
  expect(await errorOf('é'.repeat(2000))).toBeUndefined();
  expect(await errorOf(`${'é'.repeat(2000)}x`)).toBe('msg_too_long');
  expect(await errorOf('&'.repeat(800))).toBeUndefined();
  expect(await errorOf('&'.repeat(801))).toBe('msg_too_long');
  expect(await errorOf('&amp;'.repeat(800))).toBeUndefined();
});

it("refuses to change or delete a person's message, and one that is not there", async () => {
  const { emulator, channel } = await posted();
  const { ts } = emulator.sendText(emulator.person('Ann'), channel, 'mine');
  expect(await call(emulator, 'chat.update', { channel, ts, text: 'x' })).toMatchObject({
    error: 'cant_update_message',
  });
  expect(await call(emulator, 'chat.delete', { channel, ts })).toMatchObject({ error: 'cant_delete_message' });
  const nowhere = { channel, ts: '1700000000.000000', text: 'x' };
  expect(await call(emulator, 'chat.update', nowhere)).toMatchObject({ error: 'message_not_found' });
  expect(await call(emulator, 'chat.delete', nowhere)).toMatchObject({ error: 'message_not_found' });
});

it('deletes a message of the app', async () => {
  const { emulator, channel, ts } = await posted();
  expect(await result(emulator, 'chat.delete', { channel, ts })).toEqual({ ok: true, channel, ts });
  expect(emulator.messages(channel)).toEqual([]);
});

it('reads a channel newest first, and a thread oldest first', async () => {
  const { emulator, channel, ts } = await posted();
  await result(emulator, 'chat.postMessage', { channel, text: 'reply', thread_ts: ts });
  await result(emulator, 'chat.postMessage', { channel, text: 'next' });
  const texts = async (method: string, parameters: object) => {
    const { messages } = await result<{ messages: { text: string }[] }>(emulator, method, { channel, ...parameters });
    return messages.map(({ text }) => text);
  };
  expect(await texts('conversations.history', {})).toEqual(['next', 'old']);
  expect(await texts('conversations.history', { limit: 1 })).toEqual(['next']);
  expect(await texts('conversations.history', { oldest: ts })).toEqual(['next']);
  expect(await texts('conversations.replies', { ts })).toEqual(['old', 'reply']);
  expect(await call(emulator, 'conversations.replies', { channel, ts: '1.000000' })).toMatchObject({
    error: 'thread_not_found',
  });
});

it('gives the metadata of a message back to those who ask for it', async () => {
  const { emulator, channel } = await posted();
  const metadata = { event_type: 'delivery', event_payload: { id: 1 } };
  const { ts } = await result(emulator, 'chat.postMessage', { channel, text: 'x', metadata });
  const found = async (parameters: object) => {
    const asked = { channel, latest: ts, inclusive: true, limit: 1, ...parameters };
    return (await result<{ messages: object[] }>(emulator, 'conversations.history', asked)).messages[0];
  };
  expect(await found({ include_all_metadata: true })).toMatchObject({ ts, metadata });
  expect(await found({})).not.toHaveProperty('metadata');
});

it('puts a reaction below a message once', async () => {
  const { emulator, channel, ts } = await posted();
  const reaction = { channel, timestamp: ts, name: 'eyes' };
  await result(emulator, 'reactions.add', reaction);
  expect(emulator.messages(channel)[0]?.reactions).toEqual([
    { name: 'eyes', users: [emulator.firstWorkspace.bot.id], count: 1 },
  ]);
  expect(await call(emulator, 'reactions.add', reaction)).toMatchObject({ error: 'already_reacted' });
  await result(emulator, 'reactions.remove', reaction);
  expect(await call(emulator, 'reactions.remove', reaction)).toMatchObject({ error: 'no_reaction' });
});
