import type { Address } from '../../protocol/turn.ts';
import type { Reading } from './reading.ts';
import type { Press } from './wire.ts';

/** The conversation and the message that something was pressed in; nothing outside of messages. */
export function whereaboutsOf(press: Press, reading: Reading): { address: Address; ts: string } | undefined {
  const { user, team, enterprise, container, message } = press;
  const channel = press.channel?.id ?? container?.channel_id;
  const ts = container?.message_ts ?? message?.ts;
  if (channel === undefined || ts === undefined) return undefined;
  const thread = container?.thread_ts ?? message?.thread_ts;
  // In a channel that two workspaces share, `team` is that of the person; the message is of ours.
  const teamId = reading.teamOf([message?.team, team?.id, user.team_id, enterprise?.id]);
  return {
    ts,
    address: {
      channel,
      ...(thread !== undefined && { thread_ts: thread }),
      ...(teamId !== undefined && { team: teamId }),
    },
  };
}
