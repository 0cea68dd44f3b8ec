import { isOwnVerb } from '../../callback/data.ts';
import { isPrefillVerb } from '../../callback/prefill.ts';
import { personOf } from './person.ts';
import { sentPicks, submittedWidget } from './picks.ts';
import type { Arrival, Reading } from './reading.ts';
import { receiptOf } from './receipt.ts';
import { whereaboutsOf } from './whereabouts.ts';
import type { Command, Press } from './wire.ts';
import { wordsOf } from './words.ts';

/**
 * Reads what was done to an element of a message. Nothing for a link that was opened, a menu that was cleared, a tick
 * that a button beside it will send, a button that opens a form, and whatever happens outside of messages: that is
 * acknowledged, and that is all.
 * The button with nothing ticked is a step.
 */
export function readPress(press: Press, reading: Reading): Arrival | undefined {
  const { actions, user, response_url } = press;
  const [action] = actions;
  const where = whereaboutsOf(press, reading);
  if (!action || !where || typeof action.url === 'string' || isPrefillVerb(action.value)) return undefined;
  const messageId = receiptOf(String(where.address.channel), where.ts);
  const event = eventOf(press, messageId);
  if (!event) return undefined;
  return {
    dedupeKey: `press:${messageId}:${user.id}:${action.action_ts}:${String(action.action_id)}`,
    ...(response_url !== undefined && { secret: response_url }),
    address: where.address,
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
