import { z } from 'zod';
import { act, PEOPLE, type Stage, type StageEvent, typed, withMentions } from '../stage.ts';
import type { SlackActResult, SlackEmulatorView, SlackEvent } from './view.ts';

const CHANNEL = 'team';

/** The console's own; Slack takes more. */
const MAX_TEXT_CHARS = 4000;

const place = { from: z.string(), chat: z.string() };
const element = { ...place, ts: z.string(), which: z.string() };
const sendBody = z.strictObject({ ...place, text: typed(MAX_TEXT_CHARS), thread: z.string().optional() });
const pressBody = z.strictObject(element);
const selectBody = z.strictObject({ ...element, picks: z.array(z.int().min(0)).max(100) });
const submitBody = z.strictObject({ ...place, view: z.string(), fields: z.record(z.string(), z.string().max(3000)) });
const closeBody = z.strictObject({ ...place, view: z.string() });
const typeBody = z.strictObject({ ...element, text: z.string().max(3000) });

/** The emulated Slack: the bot's direct messages with two people, and a channel of both. */
export function slackStage(emulator: SlackEmulatorView): Stage<string> {
  const { bot, team } = emulator.firstWorkspace;
  const people = PEOPLE.map((name) => ({ id: emulator.person(name).id, name }));
  const named = [...people, { id: bot.id, name: bot.real_name }];
  return {
    bot: { id: bot.id, name: bot.real_name, workspace: team.name },
    people,
    chats: [
      ...people.map(({ id }) => ({ id: emulator.dm(id).id, title: bot.real_name, isGroup: false, members: [id] })),
      { id: emulator.channel(CHANNEL).id, title: CHANNEL, isGroup: true, members: people.map(({ id }) => id) },
    ],
    messages: (chat) =>
      [...emulator.messages(chat), ...emulator.ephemerals(chat).map(({ to, message }) => ({ ...message, to }))].sort(
        (a, b) => (a.ts < b.ts ? -1 : 1),
      ),
    acts: {
      // Slack's apps take everything that begins with a slash for a command.
      send: act(sendBody, async ({ from, chat, text, thread }) => {
        const [, command, rest] = /^(\/\S+)\s*(.*)$/s.exec(text) ?? [];
        if (command !== undefined) return told(await emulator.slashCommand(from, chat, command, rest ?? ''));
        const extras = thread === undefined ? {} : { threadTs: thread };
        emulator.sendText(from, chat, withMentions(text, named), extras);
        return { isAnswered: true };
      }),
      press: act(pressBody, async ({ from, chat, ts, which }) =>
        told(await emulator.press(from, { channel: chat, ts }, which)),
      ),
      select: act(selectBody, async ({ from, chat, ts, which, picks }) =>
        told(await emulator.select(from, { channel: chat, ts }, which, picks)),
      ),
      type: act(typeBody, async ({ from, chat, ts, which, text }) =>
        told(await emulator.typeInto(from, { channel: chat, ts }, which, text)),
      ),
      submit: act(submitBody, async ({ from, view, fields }) => {
        for (const [which, text] of Object.entries(fields)) await emulator.fillInView(from, view, which, text);
        const result = await emulator.submitView(from, view);
        return { ...told(result), ...faultsIn(result) };
      }),
      close: act(closeBody, async ({ from, view }) => told(await emulator.closeView(from, view))),
    },
    file: (id) => emulator.file(id),
    watch: (tell) =>
      emulator.subscribe((event) => {
        const known = asStageEvent(event, (person) => emulator.dm(person).id);
        if (known) tell(known);
      }),
  };
}

/** The rest of what the app answered is between it and Slack. */
function told({ isSent, isAcked }: SlackActResult): { isAnswered: boolean } {
  return { isAnswered: !isSent || isAcked };
}

const refusal = z.looseObject({ response_action: z.literal('errors'), errors: z.record(z.string(), z.string()) });

/** What the app does not take of a form, by its blocks. */
function faultsIn({ body }: SlackActResult): { errors?: Record<string, string> } {
  const errors = refusal.safeParse(body).data?.errors;
  return errors ? { errors } : {};
}

function asStageEvent(event: SlackEvent, dmOf: (person: string) => string): StageEvent<string> | undefined {
  switch (event.type) {
    case 'message':
    case 'changed': {
      const { channel: chat, message } = event;
      return { type: 'message', chat, message, ...('to' in event && { to: event.to }) };
    }
    case 'deleted':
      return { type: 'deleted', chat: event.channel, key: event.ts };
    case 'status':
      return { type: 'typing', chat: event.channel, text: event.status };
    case 'view': {
      // What the app keeps in a view for itself is nothing for a page.
      const { id, type, title, submit, close, blocks } = event.view;
      if (type !== 'modal') return undefined;
      return { type: 'form', chat: dmOf(event.user), to: event.user, form: { id, title, submit, close, blocks } };
    }
    default:
      return event satisfies never;
  }
}
