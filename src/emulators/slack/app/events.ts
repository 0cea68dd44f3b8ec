import type { Ids } from '../ids.ts';
import type { Message, User } from '../wire.ts';
import type { App, Room, Workspace } from '../world.ts';
import { eventCallback, VERIFICATION_TOKEN } from './envelope.ts';

/** Tells the app of what happens where it is a member. */
export class Events {
  readonly #app: App;
  readonly #ids: Ids;
  readonly #send: (event: object) => void;

  constructor(app: App, ids: Ids, send: (event: object) => void) {
    this.#app = app;
    this.#ids = ids;
    this.#send = send;
  }

  /** A new message. One that names the bot in a shared room gives two events, `message` and `app_mention`, with one `ts`. */
  posted(room: Room, message: Message): void {
    const event = { ...message, channel: room.channel.id, event_ts: message.ts };
    this.#inRoom(room, { ...event, channel_type: channelTypeOf(room) });
    const isMention = !room.channel.is_im && message.text.includes(`<@${room.workspace.bot.id}>`);
    if (isMention && message.bot_id === undefined) this.#inRoom(room, { ...event, type: 'app_mention' });
  }

  /** An edit, or a link that got its preview: both look alike but for `edited`. */
  changed(room: Room, message: Message, previous: Message): void {
    const ts = this.#ids.ts();
    this.#inRoom(room, {
      type: 'message',
      subtype: 'message_changed',
      message,
      previous_message: previous,
      channel: room.channel.id,
      hidden: true,
      ts,
      event_ts: ts,
      channel_type: channelTypeOf(room),
    });
  }

  deleted(room: Room, previous: Message): void {
    const ts = this.#ids.ts();
    this.#inRoom(room, {
      type: 'message',
      subtype: 'message_deleted',
      previous_message: previous,
      channel: room.channel.id,
      hidden: true,
      deleted_ts: previous.ts,
      ts,
      event_ts: ts,
      channel_type: channelTypeOf(room),
    });
  }

  reacted(room: Room, message: Message, user: User, name: string): void {
    const event_ts = this.#ids.ts();
    const item = { type: 'message', channel: room.channel.id, ts: message.ts };
    const author = message.user === undefined ? {} : { item_user: message.user };
    this.#inRoom(room, { type: 'reaction_added', user: user.id, reaction: name, item, ...author, event_ts });
  }

  homeOpened({ id }: User, room: Room): void {
    const event_ts = this.#ids.ts();
    this.#inRoom(room, { type: 'app_home_opened', user: id, channel: room.channel.id, tab: 'home', event_ts });
  }

  /** Any other event, as on the wire. */
  other(workspace: Workspace, event: object): void {
    this.#send(eventCallback(this.#app, this.#ids, workspace, event));
  }

  /** More than 30,000 events an hour were due. docs.slack.dev/reference/events/app_rate_limited. */
  rateLimited(workspace: Workspace): void {
    this.#send({
      token: VERIFICATION_TOKEN,
      type: 'app_rate_limited',
      team_id: workspace.team.id,
      minute_rate_limited: Math.floor(this.#ids.nowSec() / 60) * 60,
      api_app_id: this.#app.id,
    });
  }

  #inRoom(room: Room, event: object): void {
    const { workspace, members } = room;
    if (members.has(workspace.bot.id)) this.other(workspace, event);
  }
}

function channelTypeOf({ channel }: Room): string {
  if (channel.is_im) return 'im';
  if (channel.is_mpim) return 'mpim';
  return channel.is_private ? 'group' : 'channel';
}
