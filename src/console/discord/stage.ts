import { z } from 'zod';
import { act, PEOPLE, type Stage, type StageEvent, typed, withMentions } from '../stage.ts';
import type { DiscordActResult, DiscordEmulatorView, DiscordEvent } from './view.ts';

const CHANNEL = 'team';

/** "2000", for people without a subscription. support.discord.com, read 2026-11. */
const MAX_TEXT_CHARS = 2000;

/** Type of a command's option. docs.discord.com/developers/interactions/application-commands, read 2026-11. */
const STRING_OPTION = 3;

const place = { from: z.string(), chat: z.string() };
const element = { ...place, id: z.string(), which: z.string() };
const sendBody = z.strictObject({ ...place, text: typed(MAX_TEXT_CHARS) });
const pressBody = z.strictObject(element);
const submitBody = z.strictObject({ ...place, fields: z.record(z.string(), z.string().max(4000)) });
const selectBody = z.strictObject({ ...element, picks: z.array(z.string()).max(25) });

/** The emulated Discord: the bot's direct messages with two people, and a channel of both. */
export function discordStage(emulator: DiscordEmulatorView): Stage<string> {
  const { bot } = emulator.application;
  const people = PEOPLE.map((name) => ({ id: emulator.person(name).id, name }));
  const named = [...people, { id: bot.id, name: bot.username }];
  return {
    bot: { id: bot.id, name: bot.username, server: emulator.firstGuild.name },
    people,
    chats: [
      ...people.map(({ id }) => ({ id: emulator.dm(id).id, title: bot.username, isGroup: false, members: [id] })),
      { id: emulator.channel(CHANNEL).id, title: CHANNEL, isGroup: true, members: people.map(({ id }) => id) },
    ],
    messages: (chat) =>
      [...emulator.messages(chat), ...emulator.ephemerals(chat).map(({ to, message }) => ({ ...message, to }))].sort(
        (a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1),
      ),
    acts: {
      send: act(sendBody, async ({ from, chat, text }) => {
        const command = readCommand(emulator, text);
        if (command) return told(await emulator.slashCommand(from, chat, command.name, command.options));
        emulator.sendText(from, chat, withMentions(text, named));
        return { isAnswered: true };
      }),
      press: act(pressBody, async ({ from, chat, id, which }) =>
        told(await emulator.press(from, { channel_id: chat, id }, which)),
      ),
      select: act(selectBody, async ({ from, chat, id, which, picks }) =>
        told(await emulator.select(from, { channel_id: chat, id }, which, picks)),
      ),
      submit: act(submitBody, async ({ from, fields }) => told(await emulator.submitModal(from, fields))),
    },
    file: (id) => emulator.file(id),
    watch: (tell) =>
      emulator.subscribe((event) => {
        const known = asStageEvent(event, (person) => emulator.dm(person).id);
        if (known) tell(known);
      }),
  };
}

/** A command of the app, all words behind it as its first option. What is no command is said as it stands, as in Discord. */
function readCommand(
  emulator: DiscordEmulatorView,
  text: string,
): { name: string; options: Record<string, string> } | undefined {
  const [, name, rest = ''] = /^\/(\S+)\s*(.*)$/s.exec(text) ?? [];
  const known = [...emulator.commands(emulator.firstGuild.id), ...emulator.commands()];
  const command = known.find((candidate) => candidate.name === name);
  if (!command) return undefined;
  const option = command.options?.find(({ type }) => type === STRING_OPTION);
  return { name: command.name, options: option && rest !== '' ? { [option.name]: rest } : {} };
}

/** The interaction itself has a token, which is nothing for a page. */
function told({ isAnswered }: DiscordActResult): { isAnswered: boolean } {
  return { isAnswered };
}

function asStageEvent(event: DiscordEvent, dmOf: (person: string) => string): StageEvent<string> | undefined {
  switch (event.type) {
    case 'message':
    case 'changed': {
      const { channelId: chat, message, to } = event;
      return { type: 'message', chat, message, ...(to !== undefined && { to }) };
    }
    case 'deleted':
      return { type: 'deleted', chat: event.channelId, key: event.messageId };
    case 'typing':
      return { type: 'typing', chat: event.channelId };
    case 'modal': {
      const { title, components } = event.modal;
      return { type: 'form', chat: dmOf(event.userId), to: event.userId, form: { title, components } };
    }
    default:
      return event satisfies never;
  }
}
