import { decodeCallback } from '../../callback/data.ts';
import { clipLabel } from '../../markup/clip-label.ts';
import type { Person } from '../../protocol/turn.ts';
import { type Pick, picksOf, statedPicks, submittedWidget, submitValue } from './picks.ts';
import type { Arrival, Reading } from './reading.ts';
import { receiptOf } from './receipt.ts';
import type { Command, Press } from './wire.ts';
import { wordsOf } from './words.ts';

const MAX_NAME_GRAPHEMES = 64;

/**
 * Reads what was done to an element of a message. Nothing for a link that was opened, a menu that was cleared, a tick
 * that a button beside it will send, and whatever happens outside of messages: that is acknowledged, and that is all.
 */
export function readPress(press: Press, reading: Reading): Arrival | undefined {
  const { actions, user, team, enterprise, container, message, response_url } = press;
  const [action] = actions;
  const channel = press.channel?.id ?? container?.channel_id;
  const ts = container?.message_ts ?? message?.ts;
  if (!action || channel === undefined || ts === undefined || typeof action.url === 'string') return undefined;
  const picks = sentPicks(press);
  const data = picks.flatMap(({ value }) => (typeof value === 'string' ? [value] : []));
  if (data.length === 0 || data.length < picks.length) return undefined;

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
    event: {
      type: 'press',
      data,
      label: picks.flatMap(({ label }) => label ?? []).join(', '),
      messageId: receiptOf(channel, ts),
      mayBeMessage: !data.some(isOwnVerb),
    },
  };
}

function sentPicks(press: Press): Pick[] {
  const [action] = press.actions;
  const widgetId = submittedWidget(action?.value);
  if (widgetId !== undefined) return statedPicks(widgetId, press);
  const picks = picksOf(action);
  const picked = decodeCallback(picks[0]?.value)?.id;
  return picked !== undefined && hasSubmit(picked, press) && action?.type !== 'button' ? [] : picks;
}

/** A string of ours that only this channel understands. It must never become somebody's words. */
function isOwnVerb(data: string): boolean {
  return /^ui_[0-9A-Za-z_]+#[a-z]/.test(data);
}

/** Whether the message has a button that sends the picks of this widget; those of an ephemeral one are not told. */
function hasSubmit(widgetId: string, { message, actions }: Press): boolean {
  const [action] = actions;
  if (message?.blocks === undefined) return action?.selected_options !== undefined;
  return JSON.stringify(message.blocks).includes(`"${submitValue(widgetId)}"`);
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
