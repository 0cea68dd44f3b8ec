import type { Backstage } from '../backstage.ts';
import { type Check, object, snowflake, text } from '../forms/shape.ts';
import type { FormFault } from '../refusal.ts';
import { invalidForm, refusal } from '../refusal.ts';
import type { Channel } from '../wire.ts';
import { isThread, type Room } from '../world.ts';
import { type Asked, messageIn, type Routes, roomIn } from './route.ts';

export function channelRoutes(backstage: Backstage): Routes {
  const { world, events, emit } = backstage;
  return {
    'GET /channels/:channel': (asked) => roomIn(backstage, asked).channel,
    'POST /channels/:channel/typing'(asked) {
      emit({ type: 'typing', channelId: roomIn(backstage, asked).channel.id });
      return undefined;
    },
    'POST /channels/:channel/threads': (asked) => addThread(backstage, roomIn(backstage, asked), asked),
    'POST /channels/:channel/messages/:message/threads'(asked) {
      const room = roomIn(backstage, asked);
      const message = messageIn(room, asked);
      if (world.room(message.id)) throw refusal('threadExists');
      return addThread(backstage, room, asked, message.id);
    },
    'PATCH /channels/:channel'(asked) {
      const room = roomIn(backstage, asked);
      const { name, archived, locked } = asked.body.json;
      if (typeof name === 'string') room.channel.name = name;
      const thread = room.channel.thread_metadata;
      if (thread && typeof archived === 'boolean') thread.archived = archived;
      if (thread && typeof locked === 'boolean') thread.locked = locked;
      events.channelChanged(room);
      return room.channel;
    },
    'PUT /channels/:channel/thread-members/@me'(asked) {
      if (!isThread(roomIn(backstage, asked))) throw refusal('unknownChannel');
      return undefined;
    },
    'POST /users/@me/channels'(asked) {
      const { json } = asked.body;
      checkFields(json, { recipient_id: snowflake });
      const user = world.user(String(json.recipient_id));
      if (!user) throw refusal('unknownUser');
      if (user.id === world.bot.id) throw refusal('cannotDm');
      return world.dm(user).room.channel;
    },
  };
}

function addThread({ world, events }: Backstage, room: Room, { body }: Asked, messageId?: string): Channel {
  const { json } = body;
  checkFields(json, { name: text({ min: 1, max: 100 }) });
  if (!room.guild || isThread(room)) throw refusal('notInDm');
  const thread = world.addThread(room, {
    ...(messageId === undefined ? {} : { id: messageId }),
    name: String(json.name),
    ownerId: world.bot.id,
    // Without a message and a type, a private thread is made.
    isPrivate: messageId === undefined && json.type !== 11,
    ...(typeof json.auto_archive_duration === 'number' ? { archiveMin: json.auto_archive_duration } : {}),
  });
  events.channelAdded(thread);
  return thread.channel;
}

function checkFields(json: unknown, needed: Readonly<Record<string, Check>>): void {
  const faults: FormFault[] = [];
  object(needed)(json, '', faults);
  if (faults.length > 0) throw invalidForm(faults);
}
