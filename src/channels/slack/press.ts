import { clipLabel } from '../../markup/clip-label.ts';
import type { Person } from '../../protocol/turn.ts';
import { sentPicks, submittedWidget } from './picks.ts';
import type { Arrival, Reading } from './reading.ts';
import { receiptOf } from './receipt.ts';
import type { Command, Press } from './wire.ts';
import { wordsOf } from './words.ts';

const MAX_NAME_GRAPHEMES = 64;

/**
 * Reads what was done to an element of a message. Nothing for a link that was opened, a menu that was cleared, a tick
 * that a button beside it will send, and whatever happens outside of messages: that is acknowledged, and that is all.
 * The button with nothing ticked is a step.
 */
export function readPress(press: Press, reading: Reading): Arrival | undefined {
  const { actions, user, team, enterprise, container, message, response_url } = press;
  const [action] = actions;
  const channel = press.channel?.id ?? container?.channel_id;
  const ts = container?.message_ts ?? message?.ts;
  if (!action || channel === undefined || ts === undefined || typeof action.url === 'string') return undefined;
  const event = eventOf(press, receiptOf(channel, ts));
  if (!event) return undefined;

  const thread = container?.thread_ts ?? message?.thread_ts;
  // In a channel that two workspaces share, `team` is that of the person; the message is of ours.
  const teamId = reading.teamOf([message?.team, team?.id, user.team_id, enterprise?.id]);
  return {
    dedupeKey: `press:${receiptOf(channel, ts)}:${user.id}:${action.action_ts}:${String(action.action_id)}`,
    ...(response_url !== undefined && { secret: response_url }),
    address: {
      channel,
      ...(thread !== undefined && { thread_ts: thread }),
      ...(teamId !== undefined && { team: teamId }),
    },
    person: personOf(user.id, user.name ?? user.username),
    isAttributable: true,
    event,
  };
}

function eventOf(press: Press, messageId: string): Arrival['event'] | undefined {
  const picks = sentPicks(press);
  const submitted = submittedWidget(press.actions[0]?.value);
  if (submitted !== undefined && picks.length === 0) return { type: 'step', widgetId: submitted, isShowable: true };
  const data = picks.flatMap(({ value }) => (typeof value === 'string' ? [value] : []));
  if (data.length === 0 || data.length < picks.length) return undefined;
  const label = picks.flatMap((picked) => picked.label ?? []).join(', ');
  return { type: 'press', data, label, messageId, mayBeMessage: !data.some(isOwnVerb) };
}

/** A string of ours that only this channel understands. It must never become somebody's words. */
function isOwnVerb(data: string): boolean {
  return /^ui_[0-9A-Za-z_]+#[a-z]/.test(data);
}

/** Reads a slash command: its text is what was said, or the command itself where there is none. */
export function readCommand(command: Command, dedupeKey: string, reading: Reading): Arrival | undefined {
  const { text, user_id, user_name, channel_id, team_id, enterprise_id, trigger_id, response_url } = command;
  if (channel_id === undefined) return undefined;
  const team = reading.teamOf([team_id, enterprise_id]);
  const key = `command:${trigger_id ?? dedupeKey}`;
  return {
    dedupeKey: key,
    ...(response_url !== undefined && { secret: response_url }),
    address: { channel: channel_id, ...(team !== undefined && { team }) },
    person: personOf(user_id, user_name),
    isAttributable: true,
    event: { type: 'message', text: wordsOf(text ?? '').trim() || command.command, files: [], messageId: key },
  };
}

/** One line without characters that would turn or break the line it is shown in. */
function personOf(id: string, name: string | undefined): Person {
  const shown = clipLabel(name ?? '', MAX_NAME_GRAPHEMES, 'grapheme');
  return { id, ...(shown && { name: shown }) };
}
