import type { Backstage, Method } from '../backstage.ts';
import { checkBlocks } from '../blocks/check.ts';
import { readContent } from '../content.ts';
import { readMessage, readOpenRoom, readRoom, readThread } from '../destination.ts';
import { ApiRefusal, invalidArguments, refusalWith } from '../refusal.ts';

/** Methods by which the app writes, changes and deletes its messages. */
export function chatMethods({ world, timeline, rateLimits, emit }: Backstage): Record<string, Method> {
  return {
    'chat.postMessage'(given, workspace) {
      const room = readOpenRoom(world, given, workspace);
      const content = readContent(given);
      const thread = readThread(given);
      rateLimits.take(room.channel.id);
      const isBroadcast = thread.thread_ts !== undefined && given.flag('reply_broadcast');
      const extras = isBroadcast ? { subtype: 'thread_broadcast' } : {};
      const message = timeline.postAsBot(room, content, { ...thread, ...extras });
      return { channel: room.channel.id, ts: message.ts, message };
    },

    'chat.update'(given, workspace) {
      const room = readRoom(world, given, workspace);
      const message = readMessage(room, given);
      if (message.user !== workspace.bot.id) throw new ApiRefusal('cant_update_message');
      const content = readContent(given, { isEdit: true });
      const edited = { user: workspace.botProfile.id, ts: world.ids.ts() };
      const changed = timeline.change(room, message, { ...content, edited });
      return { channel: room.channel.id, ts: changed.ts, text: changed.text, message: changed };
    },

    'chat.delete'(given, workspace) {
      const room = readRoom(world, given, workspace);
      const message = readMessage(room, given);
      if (message.user !== workspace.bot.id) throw new ApiRefusal('cant_delete_message');
      timeline.remove(room, message);
      return { channel: room.channel.id, ts: message.ts };
    },

    'chat.postEphemeral'(given, workspace) {
      const room = readOpenRoom(world, given, workspace);
      const userId = given.required('user');
      if (!room.members.has(userId)) throw new ApiRefusal('user_not_in_channel');
      const content = readContent(given);
      rateLimits.take(room.channel.id);
      const message = timeline.postAsBot(room, content, readThread(given), userId);
      return { message_ts: message.ts };
    },

    'chat.getPermalink'(given, workspace) {
      const room = readRoom(world, given, workspace);
      const { ts } = readMessage(room, given, 'message_ts');
      const path = `archives/${room.channel.id}/p${ts.replace('.', '')}`;
      return { channel: room.channel.id, permalink: `https://${workspace.team.domain}.slack.com/${path}` };
    },

    /** Shown below the thread until the app writes there; an empty one takes it away. */
    'assistant.threads.setStatus'(given, workspace) {
      const room = readRoom(world, given.with({ channel: given.text('channel_id') }), workspace);
      const threadTs = given.required('thread_ts');
      emit({ type: 'status', channel: room.channel.id, threadTs, status: given.text('status') ?? '' });
      return {};
    },

    'blocks.validate'(given) {
      const blocks = given.json('blocks');
      if (blocks === undefined) throw invalidArguments('missing required field: blocks');
      if (!Array.isArray(blocks)) throw new ApiRefusal('invalid_blocks_format');
      const faults = checkBlocks(blocks, 'message');
      if (faults.length > 0) throw refusalWith('invalid_blocks', faults);
      return {};
    },
  };
}
