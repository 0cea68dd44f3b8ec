import { z } from 'zod';
import { decodeSelection } from '../../callback/selection.ts';
import type { DecodedCallback } from '../../protocol/channel.ts';
import { BridgeError } from '../../protocol/errors.ts';
import type { Address } from '../../protocol/turn.ts';
import { wordsOf } from './words.ts';

/** A part that may be missing or of another shape: then it counts as missing. */
const maybe = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined);
const text = maybe(z.string());
const withId = maybe(z.looseObject({ id: text }));
const label = maybe(z.looseObject({ text }));
const option = z.looseObject({ text: label, value: z.unknown().optional() });

const action = z.looseObject({
  action_id: z.unknown().optional(),
  value: z.unknown().optional(),
  text: label,
  selected_option: maybe(option.nullable()),
  selected_options: maybe(z.array(option)),
});

const press = z.looseObject({
  actions: z.array(action),
  user: z.looseObject({ id: z.string(), team_id: text }),
  team: withId,
  channel: withId,
  container: maybe(z.looseObject({ channel_id: text, thread_ts: text })),
  message: maybe(z.looseObject({ thread_ts: text })),
});

const said = z.looseObject({ text, user: text, bot_id: text, thread_ts: text });

const event = z.looseObject({
  team_id: text,
  authorizations: maybe(z.array(z.looseObject({ user_id: text }))),
  event: said.extend({
    type: z.enum(['message', 'app_mention']),
    subtype: text,
    channel: z.string(),
    message: maybe(said),
  }),
});

const command = z.looseObject({ command: z.string(), text, user_id: z.string(), channel_id: text, team_id: text });

const envelope = z.looseObject({ envelope_id: z.string(), payload: z.unknown() });

/**
 * Reads a payload as Slack posts it: a press (`block_actions`), a message event or a slash command, bare or in a Socket
 * Mode envelope. A press whose label is not shown has its value as message.
 */
export function decodeSlack(payload: unknown): DecodedCallback {
  const inner = envelope.safeParse(payload).data?.payload ?? payload;
  const decoded = decodePress(inner) ?? decodeEvent(inner) ?? decodeCommand(inner);
  if (decoded) return decoded;
  throw new BridgeError(
    'body_invalid',
    'Cannot read this Slack payload: it is no press with a user, no message event with a sender and no slash command. Send the JSON as Slack posted it.',
  );
}

function decodePress(payload: unknown): DecodedCallback | undefined {
  const { data } = press.safeParse(payload);
  if (!data) return undefined;
  const { actions, user, team, channel, container, message } = data;
  const picks = picksOf(actions[0]);
  const hint = decodeSelection(picks.map(({ value }) => value)) ?? null;
  const labels = picks.map(({ label, value }) => label ?? (hint === null && typeof value === 'string' ? value : ''));
  return {
    message: labels.filter((shown) => shown !== '').join(', '),
    user_id: user.id,
    ui_response: hint,
    context: contextOf({
      channel: channel?.id ?? container?.channel_id,
      thread_ts: container?.thread_ts ?? message?.thread_ts,
      team: team?.id ?? user.team_id,
    }),
  };
}

/** What was picked: the options of a menu (none when it was cleared), else the button itself. */
function picksOf(pressed: z.infer<typeof action> | undefined): { value: unknown; label: string | undefined }[] {
  if (!pressed) return [];
  const { selected_option, selected_options } = pressed;
  const options = selected_option === undefined ? selected_options : selected_option === null ? [] : [selected_option];
  if (options) return options.map((picked) => ({ value: picked.value, label: labelOf(picked.text?.text) }));
  // A template may carry the callback string in `action_id` alone. Slack shows no value then.
  return [{ value: pressed.value ?? pressed.action_id, label: labelOf(pressed.text?.text) }];
}

function labelOf(shown: string | undefined): string | undefined {
  return shown === undefined || shown === '' ? undefined : wordsOf(shown);
}

function decodeEvent(payload: unknown): DecodedCallback | undefined {
  const { data } = event.safeParse(payload);
  if (!data) return undefined;
  // An edit carries the message as it is now; a deletion carries none.
  const message = data.event.subtype === 'message_changed' ? data.event.message : data.event;
  const sender = message?.user ?? message?.bot_id;
  if (!message || sender === undefined) return undefined;
  const ownIds = (data.authorizations ?? []).map(({ user_id }) => user_id);
  return {
    message: wordsOf(withoutMention(message.text ?? '', ownIds)),
    user_id: sender,
    ui_response: null,
    context: contextOf({ channel: data.event.channel, thread_ts: message.thread_ts, team: data.team_id }),
  };
}

/** A message that begins by naming this app is meant for it; its name is no part of what was said. */
function withoutMention(said: string, ownIds: readonly (string | undefined)[]): string {
  const mention = /^\s*<@([A-Z0-9]+)(?:\|[^<>]*)?>[\s:,]*/.exec(said);
  return mention && ownIds.includes(mention[1]) ? said.slice(mention[0].length) : said;
}

function decodeCommand(payload: unknown): DecodedCallback | undefined {
  const { data } = command.safeParse(payload);
  if (!data) return undefined;
  return {
    message: wordsOf(data.text ?? '') || data.command,
    user_id: data.user_id,
    ui_response: null,
    context: contextOf({ channel: data.channel_id, thread_ts: undefined, team: data.team_id }),
  };
}

function contextOf(parts: Record<'channel' | 'thread_ts' | 'team', string | undefined>): Address {
  const known = Object.entries(parts).filter((part): part is [string, string] => part[1] !== undefined);
  return Object.fromEntries(known);
}
