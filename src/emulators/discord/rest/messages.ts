import { isObject } from '../../bounded-json.ts';
import type { Backstage } from '../backstage.ts';
import { Nonces } from '../nonces.ts';
import { invalidForm, refusal } from '../refusal.ts';
import type { Message } from '../wire.ts';
import type { Room } from '../world.ts';
import { listMessages } from './list-messages.ts';
import { type Asked, messageIn, type Routes, roomIn } from './route.ts';

const REPLY = 19;

export function messageRoutes(backstage: Backstage): Routes {
  const { world, timeline, content } = backstage;
  const nonces = new Nonces(() => world.ids.nowMs());
  return {
    'GET /channels/:channel/messages': (asked) => listMessages(roomIn(backstage, asked), asked.query),
    'GET /channels/:channel/messages/:message': (asked) => messageIn(roomIn(backstage, asked), asked),
    'POST /channels/:channel/messages'(asked) {
      const room = roomIn(backstage, asked);
      if (room.denied === 'send') throw refusal('missingPermissions');
      if (room.channel.recipients?.some(({ id }) => world.closedDms.has(id))) throw refusal('cannotDm');
      if (room.channel.thread_metadata?.locked) throw refusal('threadArchived');
      const { json } = asked.body;
      const read = content.create(room, asked.body, 'message', repliedTo(room, json.message_reference));
      const known = json.enforce_nonce === true && json.nonce !== undefined ? nonces.find(json.nonce) : undefined;
      if (known) return known;
      const nonce = typeof json.nonce === 'string' || typeof json.nonce === 'number' ? { nonce: json.nonce } : {};
      const message = timeline.post(room, world.bot, read, { ...replyFields(room, json.message_reference), ...nonce });
      if (nonce.nonce !== undefined) nonces.add(nonce.nonce, message);
      return message;
    },
    'PATCH /channels/:channel/messages/:message'(asked) {
      const room = roomIn(backstage, asked);
      const message = messageIn(room, asked);
      if (message.author.id !== world.bot.id) throw refusal('notYours');
      return timeline.change(room, message, content.edit(room, asked.body, message, 'message'));
    },
    'DELETE /channels/:channel/messages/:message'(asked) {
      const room = roomIn(backstage, asked);
      const message = messageIn(room, asked);
      if (message.author.id !== world.bot.id && !room.guild) throw refusal('notInDm');
      timeline.remove(room, message);
      return undefined;
    },
    'PUT /channels/:channel/messages/:message/reactions/:emoji/@me': (asked) => react(backstage, asked, true),
    'DELETE /channels/:channel/messages/:message/reactions/:emoji/@me': (asked) => react(backstage, asked, false),
  };
}

function react(backstage: Backstage, asked: Asked, isThere: boolean): undefined {
  const room = roomIn(backstage, asked);
  const message = messageIn(room, asked);
  const name = asked.ids.emoji ?? '';
  const others = (message.reactions ?? []).filter(({ emoji }) => emoji.name !== name);
  const own = isThere ? [{ emoji: { id: null, name }, count: 1, me: true }] : [];
  room.messages.set(message.id, { ...message, reactions: [...others, ...own] });
  return undefined;
}

function repliedTo(room: Room, reference: unknown): Message | undefined {
  if (!isObject(reference)) return undefined;
  const message = room.messages.get(String(reference.message_id));
  if (message || reference.fail_if_not_exists === false) return message;
  throw invalidForm([{ path: 'message_reference', code: 'REPLIES_UNKNOWN_MESSAGE', message: 'Unknown message' }]);
}

function replyFields(room: Room, reference: unknown): Partial<Message> {
  const message = repliedTo(room, reference);
  if (!message) return {};
  const guild = room.guild ? { guild_id: room.guild.id } : {};
  const message_reference = { type: 0, message_id: message.id, channel_id: room.channel.id, ...guild };
  return { type: REPLY, message_reference, referenced_message: message };
}
