import type { Arguments } from './arguments.ts';
import { ApiRefusal } from './refusal.ts';
import type { Message } from './wire.ts';
import type { Room, Workspace, World } from './world.ts';

/** The conversation that `channel` names by its id. Throws the refusal of one that the bot cannot see. */
export function readRoom(world: World, given: Arguments, workspace: Workspace): Room {
  const room = world.room(given.required('channel'));
  if (!room || room.workspace !== workspace) throw new ApiRefusal('channel_not_found');
  // A private conversation is not even told of to those who are not in it.
  if (room.channel.is_private && !room.members.has(workspace.bot.id)) throw new ApiRefusal('channel_not_found');
  return room;
}

/** As `readRoom`, to write there: a channel by its name as well, and a person's id for the direct messages with them. */
export function readOpenRoom(world: World, given: Arguments, workspace: Workspace): Room {
  const name = given.required('channel').replace(/^#/, '');
  const person = world.user(workspace, name);
  const named = world.rooms(workspace).find(({ channel }) => channel.name === name);
  const room =
    person && !person.is_bot ? world.direct(workspace, [person.id]) : (named ?? readRoom(world, given, workspace));
  if (!room.members.has(workspace.bot.id)) {
    throw new ApiRefusal(room.channel.is_private ? 'channel_not_found' : 'not_in_channel');
  }
  if (room.channel.is_archived) throw new ApiRefusal('is_archived');
  return room;
}

/** The thread that `thread_ts` names; Slack does not mind whether its first message is still there. */
export function readThread(given: Arguments): Pick<Message, 'thread_ts'> {
  const threadTs = given.text('thread_ts');
  if (threadTs === undefined) return {};
  if (!/^\d+\.\d{6}$/.test(threadTs)) throw new ApiRefusal('invalid_thread_ts');
  return { thread_ts: threadTs };
}

/** The message that `name` tells the `ts` of. Ephemeral ones are none: only their `response_url` reaches them. */
export function readMessage(room: Room, given: Arguments, name = 'ts'): Message {
  const message = room.messages.get(given.required(name));
  if (!message) throw new ApiRefusal('message_not_found');
  return message;
}
