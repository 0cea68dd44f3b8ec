import { describe, expect, it } from 'vitest';
import type { EmulatorEvent, Message } from '../../../src/emulators/telegram/index.ts';
import { call, refusal, result, running } from './running.ts';

const keyboard = { inline_keyboard: [[{ text: 'Go', callback_data: 'go' }]] };
const notModified = refusal(
  400,
  'Bad Request: message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message',
);

async function withMessage() {
  const emulator = await running();
  const chat_id = emulator.person('Ann').id;
  const sent = await result<Message>(emulator, 'sendMessage', { chat_id, text: 'one', reply_markup: keyboard });
  return { emulator, sent, target: { chat_id, message_id: sent.message_id } };
}

describe('edits', () => {
  it('replaces the text, and takes the keyboard away unless it is sent again', async () => {
    const { emulator, sent, target } = await withMessage();
    const edited = await result<Message>(emulator, 'editMessageText', {
      ...target,
      text: '<i>two</i>',
      parse_mode: 'HTML',
    });
    expect(edited).toMatchObject({ text: 'two', entities: [{ type: 'italic', offset: 0, length: 3 }] });
    expect(edited).not.toHaveProperty('reply_markup');
    expect(edited.edit_date).toBeTypeOf('number');
    expect(emulator.messages(target.chat_id)).toEqual([edited]);
    expect(sent.text).toBe('one');
  });

  it('changes the keyboard alone', async () => {
    const { emulator, target } = await withMessage();
    const edited = await result<Message>(emulator, 'editMessageReplyMarkup', target);
    expect(edited.text).toBe('one');
    expect(edited).not.toHaveProperty('reply_markup');
    expect(await call(emulator, 'editMessageReplyMarkup', { ...target, reply_markup: keyboard })).toMatchObject({
      ok: true,
    });
  });

  it('refuses an edit that changes nothing, also after an edit [CH-6]', async () => {
    const { emulator, target } = await withMessage();
    expect(await call(emulator, 'editMessageText', { ...target, text: 'one', reply_markup: keyboard })).toEqual(
      notModified,
    );
    expect(await call(emulator, 'editMessageReplyMarkup', { ...target, reply_markup: keyboard })).toEqual(notModified);
    await result(emulator, 'editMessageText', { ...target, text: 'two' });
    expect(await call(emulator, 'editMessageText', { ...target, text: 'two' })).toEqual(notModified);
  });

  it("refuses what is not there and what is not the bot's", async () => {
    const { emulator, target } = await withMessage();
    const theirs = emulator.sendText(target.chat_id, target.chat_id, 'mine');
    const edit = (fields: object) => call(emulator, 'editMessageText', { ...target, text: 'x', ...fields });
    expect(await edit({ message_id: 99 })).toEqual(refusal(400, 'Bad Request: message to edit not found'));
    expect(await edit({ message_id: undefined })).toEqual(
      refusal(400, 'Bad Request: message identifier is not specified'),
    );
    expect(await edit({ message_id: theirs.message_id })).toEqual(refusal(400, "Bad Request: message can't be edited"));
    expect(await edit({ text: '' })).toEqual(refusal(400, 'Bad Request: message text is empty'));
  });

  it('deletes a message once', async () => {
    const { emulator, target } = await withMessage();
    expect(await result(emulator, 'deleteMessage', target)).toBe(true);
    expect(await call(emulator, 'deleteMessage', target)).toEqual(
      refusal(400, 'Bad Request: message to delete not found'),
    );
    expect(emulator.messages(target.chat_id)).toEqual([]);
  });

  it('tells whoever watches', async () => {
    const { emulator, target } = await withMessage();
    const seen: EmulatorEvent[] = [];
    const stop = emulator.subscribe((event) => seen.push(event));
    await result(emulator, 'sendChatAction', { chat_id: target.chat_id, action: 'typing' });
    await result(emulator, 'editMessageText', { ...target, text: 'two' });
    await result(emulator, 'deleteMessage', target);
    stop();
    emulator.sendText(target.chat_id, target.chat_id, 'unseen');
    expect(seen).toMatchObject([
      { type: 'action', chatId: target.chat_id, action: 'typing' },
      { type: 'edited', chatId: target.chat_id, message: { text: 'two' } },
      { type: 'deleted', chatId: target.chat_id, messageId: target.message_id },
    ]);
  });
});
