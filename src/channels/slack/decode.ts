import { decodeSelection } from '../../callback/selection.ts';
import type { DecodedCallback } from '../../protocol/channel.ts';
import { BridgeError } from '../../protocol/errors.ts';
import type { Address } from '../../protocol/turn.ts';
import { readForm } from './form/submission.ts';
import { withoutMention } from './mention.ts';
import { sentPicks } from './picks.ts';
import { type Command, type MessageEvent, type Press, payloadIn, type Submission, unwrapped } from './wire.ts';
import { wordsOf } from './words.ts';

/**
 * Reads a payload as Slack posts it: a press (`block_actions`), a message event, a slash command or a form of ours
 * that was sent (`view_submission`), bare or in a Socket Mode envelope. A press whose label is not shown has its value as message. Of a question that takes several, a pick is
 * no answer yet; the press of its button is.
 */
export function decodeSlack(payload: unknown): DecodedCallback {
  const decoded = read(unwrapped(payload));
  if (decoded) return decoded;
  throw new BridgeError(
    'body_invalid',
    'Cannot read this Slack payload: it is no press with a user, no message event with a sender, no slash command and no submitted form. Send the JSON as Slack posted it.',
  );
}

function read(inner: unknown): DecodedCallback | undefined {
  const payload = payloadIn(inner);
  switch (payload?.type) {
    case undefined:
      return undefined;
    case 'press':
      return decodePress(payload.press);
    case 'event':
      return decodeEvent(payload.event);
    case 'command':
      return decodeCommand(payload.command);
    case 'submission':
      return decodeSubmission(payload.submission);
    default:
      return payload satisfies never;
  }
}

function decodePress(press: Press): DecodedCallback {
  const { user, team, channel, container, message } = press;
  const picks = sentPicks(press);
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

function decodeEvent({ event, authorizations, team_id }: MessageEvent): DecodedCallback | undefined {
  // An edit carries the message as it is now; a deletion carries none.
  const message = event.subtype === 'message_changed' ? event.message : event;
  const sender = message?.user ?? message?.bot_id;
  if (!message || sender === undefined) return undefined;
  const ownIds = (authorizations ?? []).map(({ user_id }) => user_id);
  return {
    message: wordsOf(withoutMention(message.text ?? '', ownIds)),
    user_id: sender,
    ui_response: null,
    context: contextOf({ channel: event.channel, thread_ts: message.thread_ts, team: team_id }),
  };
}

function decodeCommand({ command, text, user_id, channel_id, team_id }: Command): DecodedCallback {
  return {
    message: wordsOf(text ?? '') || command,
    user_id,
    ui_response: null,
    context: contextOf({ channel: channel_id, thread_ts: undefined, team: team_id }),
  };
}

/** Of another app's form nobody knows what in it was said. */
function decodeSubmission({ user, view }: Submission): DecodedCallback | undefined {
  const form = readForm(view);
  return form && { message: form.text, user_id: user.id, ui_response: null, context: form.address };
}

function contextOf(parts: Record<'channel' | 'thread_ts' | 'team', string | undefined>): Address {
  const known = Object.entries(parts).filter((part): part is [string, string] => part[1] !== undefined);
  return Object.fromEntries(known);
}
