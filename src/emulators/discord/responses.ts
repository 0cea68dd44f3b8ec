import type { EmulatorEvent, Modal } from './backstage.ts';
import { withComponentIds } from './component-ids.ts';
import type { Body, ContentReader } from './content.ts';
import { checkModal } from './forms/modal.ts';
import type { OpenInteraction } from './interactions.ts';
import { invalidForm, refusal } from './refusal.ts';
import type { Timeline } from './timeline.ts';
import { FLAG, type Message } from './wire.ts';
import type { World } from './world.ts';

/** Message types: the answer to a command, and one to a component, which shows as a reply. */
const COMMAND_ANSWER = 20;
const REPLY = 19;

/** Does what the app answers an interaction with: at first once, then by edits and follow-ups under the token. */
export class Responses {
  readonly #world: World;
  readonly #timeline: Timeline;
  readonly #content: ContentReader;
  readonly #emit: (event: EmulatorEvent) => void;

  constructor(world: World, timeline: Timeline, content: ContentReader, emit: (event: EmulatorEvent) => void) {
    this.#world = world;
    this.#timeline = timeline;
    this.#content = content;
    this.#emit = emit;
  }

  /**
   * The first answer: `{type, data}`, with files beside; `status` is that of the HTTP answer which it came in.
   * Gives what `with_response` shows.
   */
  first(open: OpenInteraction, body: Body, status?: number): object {
    const { type } = body.json;
    const data: Body = { json: (body.json.data ?? {}) as Body['json'], files: body.files };
    const message = this.#answer(open, type, data);
    open.responseType = type as number;
    open.settle({
      isAnswered: true,
      responseType: open.responseType,
      ...(status === undefined ? {} : { status }),
    });
    const { id, type: interactionType } = open.interaction;
    return {
      interaction: {
        id,
        type: interactionType,
        channel_id: open.room.channel.id,
        ...(message
          ? {
              response_message_id: message.id,
              response_message_loading: (message.flags & FLAG.loading) !== 0,
              response_message_ephemeral: (message.flags & FLAG.ephemeral) !== 0,
            }
          : {}),
      },
      resource: { type, ...(message && type !== 6 ? { message } : {}) },
    };
  }

  /** A further message. The first after a deferred answer takes its place. */
  followUp(open: OpenInteraction, body: Body): Message {
    const original = open.originalId === undefined ? undefined : this.#find(open, open.originalId);
    if (original && (original.flags & FLAG.loading) !== 0) return this.edit(open, '@original', body);
    const replyTo = open.originalId === undefined ? {} : reference(open, open.originalId);
    return this.#post(open, body, { type: REPLY, ...replyTo });
  }

  get(open: OpenInteraction, id: string): Message {
    const message = this.#find(open, id === '@original' ? open.originalId : id);
    const isOurs = message && (id === '@original' || message.webhook_id === open.interaction.application_id);
    if (!isOurs) throw refusal('unknownMessage');
    return message;
  }

  edit(open: OpenInteraction, id: string, body: Body): Message {
    const message = this.get(open, id);
    return this.#timeline.change(open.room, message, this.#content.edit(open.room, body, message, 'interaction'));
  }

  remove(open: OpenInteraction, id: string): void {
    this.#timeline.remove(open.room, this.get(open, id));
  }

  #answer(open: OpenInteraction, type: unknown, data: Body): Message | undefined {
    const isPress = open.source !== undefined;
    if (type === 4) {
      const isCommand = open.interaction.type === 2;
      const looks = isPress && open.source ? { type: REPLY, ...reference(open, open.source.id) } : {};
      const message = this.#post(open, data, isCommand ? { type: COMMAND_ANSWER } : looks);
      open.originalId = message.id;
      return message;
    }
    if (type === 5) {
      // Of the flags only the one for "only you can see this" counts.
      const flags = FLAG.loading | (Number(data.json.flags ?? 0) & FLAG.ephemeral);
      const message = this.#show(open, {}, { type: open.interaction.type === 2 ? COMMAND_ANSWER : REPLY, flags });
      open.originalId = message.id;
      return message;
    }
    if ((type === 6 || type === 7) && open.source) {
      open.originalId = open.source.id;
      return type === 6 ? open.source : this.edit(open, '@original', data);
    }
    if (type === 9 && open.interaction.type !== 5) {
      const faults = checkModal(data.json, 'data');
      if (faults.length > 0) throw invalidForm(faults);
      const given = data.json as unknown as Modal;
      const components = withComponentIds(given.components);
      const modal: Modal = { ...given, components, interactionId: open.interaction.id };
      open.modal = modal;
      this.#emit({ type: 'modal', userId: open.user.id, modal });
      return undefined;
    }
    const message = 'Value of field "type" does not fit this interaction.';
    throw invalidForm([{ path: 'type', code: 'INTERACTION_CALLBACK_TYPE_INVALID', message }]);
  }

  #post(open: OpenInteraction, body: Body, looks: Partial<Message>): Message {
    return this.#show(open, this.#content.create(open.room, body, 'interaction'), looks);
  }

  #show(open: OpenInteraction, content: Parameters<Timeline['post']>[2], looks: Partial<Message>): Message {
    const { id, type, application_id, authorizing_integration_owners } = open.interaction;
    const flags = looks.flags ?? content.fields?.flags ?? 0;
    const extras: Partial<Message> = {
      ...looks,
      webhook_id: application_id,
      application_id,
      interaction_metadata: { id, type, user: open.user, authorizing_integration_owners },
    };
    const to = (flags & FLAG.ephemeral) === 0 ? undefined : open.user.id;
    return this.#timeline.post(open.room, this.#world.bot, content, extras, to);
  }

  #find({ room, user }: OpenInteraction, id: string | undefined): Message | undefined {
    if (id === undefined) return undefined;
    const ephemeral = room.ephemerals.get(id);
    return room.messages.get(id) ?? (ephemeral?.to === user.id ? ephemeral.message : undefined);
  }
}

function reference({ room }: OpenInteraction, messageId: string): Pick<Message, 'message_reference'> {
  const guild = room.guild ? { guild_id: room.guild.id } : {};
  return { message_reference: { type: 0, message_id: messageId, channel_id: room.channel.id, ...guild } };
}
