import { z } from 'zod';
import { act, PEOPLE, type Stage, type StageEvent, typed } from '../stage.ts';
import type { TelegramEmulatorView, TelegramEvent } from './view.ts';

const GROUP = 'Team';

/** "1-4096 characters", Telegram Bot API, sendMessage, read 2026-11; people's apps cut at the same length. */
const MAX_TEXT_CHARS = 4096;

const sendBody = z.strictObject({ from: z.int(), chat: z.int(), text: typed(MAX_TEXT_CHARS) });
const pressBody = z.strictObject({ from: z.int(), chat: z.int(), message_id: z.int(), button: z.int().min(0) });

/** The emulated Telegram: two people with a private chat each, and a group of both. */
export function telegramStage(emulator: TelegramEmulatorView): Stage<number> {
  const people = PEOPLE.map((name) => ({ id: emulator.person(name).id, name }));
  const group = emulator.group(GROUP);
  const { id, first_name: name, username } = emulator.bot;
  return {
    bot: { id, name, username },
    people,
    chats: [
      ...people.map((person) => ({ id: person.id, title: name, isGroup: false, members: [person.id] })),
      { id: group.id, title: GROUP, isGroup: true, members: people.map((person) => person.id) },
    ],
    messages: (chat) => emulator.messages(chat),
    acts: {
      send: act(sendBody, ({ from, chat, text }) => emulator.sendText(from, chat, text)),
      press: act(pressBody, ({ from, chat, message_id, button }) => emulator.press(from, { chat, message_id }, button)),
    },
    file: (fileId) => emulator.file(fileId),
    watch: (tell) => emulator.subscribe((event) => tell(asStageEvent(event))),
  };
}

function asStageEvent(event: TelegramEvent): StageEvent<number> {
  switch (event.type) {
    case 'message':
    case 'edited':
      return { type: 'message', chat: event.chatId, message: event.message };
    case 'deleted':
      return { type: 'deleted', chat: event.chatId, key: event.messageId };
    case 'action':
      return { type: 'typing', chat: event.chatId };
    default:
      return event satisfies never;
  }
}
