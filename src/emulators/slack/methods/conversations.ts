import type { Arguments } from '../arguments.ts';
import type { Backstage, Method } from '../backstage.ts';
import { readRoom } from '../destination.ts';
import { ApiRefusal } from '../refusal.ts';
import type { Message } from '../wire.ts';
import type { Room, Workspace } from '../world.ts';

/** docs.slack.dev, conversations.history and conversations.replies, read 2026-11. */
const DEFAULT_PAGE = 100;
const MAX_PAGE = 999;

/** Methods about conversations and what was said in them. */
export function conversationMethods({ world }: Backstage): Record<string, Method> {
  const shown = ({ channel, members }: Room, workspace: Workspace) => ({
    ...channel,
    is_member: members.has(workspace.bot.id),
    num_members: members.size,
  });

  return {
    'conversations.open'(given, workspace) {
      const users = (given.text('users') ?? '').split(',').filter(Boolean);
      if (users.length === 0 && given.text('channel') === undefined) throw new ApiRefusal('users_list_not_supplied');
      for (const id of users) {
        const user = world.user(workspace, id);
        if (!user) throw new ApiRefusal('user_not_found');
        if (user.is_bot) throw new ApiRefusal('cannot_dm_bot');
      }
      const room = users.length > 0 ? world.direct(workspace, users) : readRoom(world, given, workspace);
      return { channel: given.flag('return_im') ? room.channel : { id: room.channel.id } };
    },

    'conversations.info'(given, workspace) {
      return { channel: shown(readRoom(world, given, workspace), workspace) };
    },

    'conversations.list'(given, workspace) {
      const types = (given.text('types') ?? 'public_channel').split(',');
      const rooms = world.rooms(workspace).filter((room) => types.includes(typeOf(room)));
      const visible = rooms.filter(({ channel, members }) => !channel.is_private || members.has(workspace.bot.id));
      return { channels: visible.map((room) => shown(room, workspace)), response_metadata: { next_cursor: '' } };
    },

    'conversations.members'(given, workspace) {
      const { members } = readRoom(world, given, workspace);
      return { members: [...members], response_metadata: { next_cursor: '' } };
    },

    'conversations.join'(given, workspace) {
      const room = readRoom(world, given, workspace);
      if (room.channel.is_archived) throw new ApiRefusal('is_archived');
      room.members.add(workspace.bot.id);
      return { channel: shown(room, workspace) };
    },

    'conversations.leave'(given, workspace) {
      readRoom(world, given, workspace).members.delete(workspace.bot.id);
      return {};
    },

    'conversations.history'(given, workspace) {
      const room = readMemberRoom(given, workspace);
      const inChannel = [...room.messages.values()].filter(
        ({ ts, thread_ts, subtype }) => thread_ts === undefined || thread_ts === ts || subtype === 'thread_broadcast',
      );
      return page(inChannel.reverse(), given);
    },

    'conversations.replies'(given, workspace) {
      const room = readMemberRoom(given, workspace);
      const ts = given.required('ts');
      const root = room.messages.get(ts);
      if (!root) throw new ApiRefusal('thread_not_found');
      const threadTs = root.thread_ts ?? ts;
      const inThread = [...room.messages.values()].filter(
        (message) => message.ts === threadTs || message.thread_ts === threadTs,
      );
      return page(inThread, given);
    },
  };

  function readMemberRoom(given: Arguments, workspace: Workspace): Room {
    const room = readRoom(world, given, workspace);
    if (!room.members.has(workspace.bot.id)) throw new ApiRefusal('not_in_channel');
    return room;
  }
}

function typeOf({ channel }: Room): string {
  if (channel.is_im) return 'im';
  if (channel.is_mpim) return 'mpim';
  return channel.is_private ? 'private_channel' : 'public_channel';
}

/** The messages between `oldest` and `latest`, from the cursor on. */
function page(messages: readonly Message[], given: Arguments): object {
  const [oldest = '', latest = '9'] = [given.text('oldest'), given.text('latest')];
  const isInclusive = given.flag('inclusive');
  const within = messages.filter(
    ({ ts }) => (ts > oldest && ts < latest) || (isInclusive && (ts === oldest || ts === latest)),
  );
  const from = within.findIndex(({ ts }) => ts === given.text('cursor'));
  const start = Math.max(from, 0);
  const count = Math.min(Math.max(given.integer('limit') ?? DEFAULT_PAGE, 1), MAX_PAGE);
  const next = within[start + count];
  const withMetadata = given.flag('include_all_metadata');
  return {
    messages: within
      .slice(start, start + count)
      .map(({ metadata, ...message }) => (withMetadata && metadata ? { ...message, metadata } : message)),
    has_more: next !== undefined,
    response_metadata: { next_cursor: next?.ts ?? '' },
  };
}
