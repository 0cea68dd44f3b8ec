import { dropOldest } from '../drop-oldest.ts';
import { EmulatorMisuse } from '../misuse.ts';
import type { Asking } from './asking.ts';
import type { Backstage, Modal } from './backstage.ts';
import { buttonAt, selectAt, valuesOf } from './elements.ts';
import type { ActResult } from './interactions.ts';
import type { MessageRef, People } from './people.ts';
import type { Component, Message } from './wire.ts';
import type { Ref, Room } from './world.ts';

const COMMAND = 2;
const COMPONENT = 3;
const MODAL = 5;
const USER_SELECT = 5;
const MAX_MODALS = 1000;

/** What the people of the emulator press, pick, call and fill in. Each resolves when the app has answered, or after 3 s. */
export class Hands {
  readonly #backstage: Backstage;
  readonly #people: People;
  readonly #asking: Asking;
  /** The open modal of each person, and where it belongs. */
  readonly #modals = new Map<string, { modal: Modal; room: Room; source?: Message }>();

  constructor(backstage: Backstage, people: People, asking: Asking) {
    this.#backstage = backstage;
    this.#people = people;
    this.#asking = asking;
  }

  /**
   * Presses a button. `asSeen` is the message as the person's app still shows it, when it has changed since: Discord
   * takes such a press as long as the message is there.
   */
  press(from: Ref, ref: MessageRef, which: number | string, asSeen?: Message): Promise<ActResult> {
    const { room, message } = this.#seen(from, ref);
    const button = buttonAt((asSeen ?? message).components, which);
    return this.#use(from, room, message, button, {});
  }

  /** Picks options of a select and closes it. */
  select(
    from: Ref,
    ref: MessageRef,
    which: number | string,
    picks: readonly (number | string)[],
    asSeen?: Message,
  ): Promise<ActResult> {
    const { room, message } = this.#seen(from, ref);
    const select = selectAt((asSeen ?? message).components, which);
    const values = valuesOf(select, picks);
    return this.#use(from, room, message, select, { values, ...this.#resolved(select, values) });
  }

  /** Calls a command that the app has registered, with its options by name. */
  command(from: Ref, channel: Ref, name: string, given: Readonly<Record<string, unknown>>): Promise<ActResult> {
    const { world, commands } = this.#backstage;
    const room = this.#people.roomFor(from, channel);
    const command = commands.find(name.replace(/^\//, ''), room.guild?.id);
    if (!command) throw new EmulatorMisuse(`The app has registered no command "${name}" that can be used here.`);
    const known = command.options ?? [];
    const stranger = Object.keys(given).find((option) => !known.some((own) => own.name === option));
    if (stranger !== undefined) throw new EmulatorMisuse(`Command "${name}" has no option "${stranger}".`);
    const missing = known.find((option) => option.required && given[option.name] === undefined);
    if (missing) throw new EmulatorMisuse(`Command "${name}" needs its option "${missing.name}".`);
    const options = known
      .filter((option) => given[option.name] !== undefined)
      .map(({ name: own, type }) => ({ name: own, type, value: given[own] }));
    const guild = command.guild_id === undefined ? {} : { guild_id: command.guild_id };
    const data = { id: command.id, name: command.name, type: 1, ...guild, ...(options.length > 0 ? { options } : {}) };
    return this.#ask(from, { type: COMMAND, data, user: world.personOf(from), room });
  }

  /** The modal that a person has open. */
  modal(person: Ref): Modal | undefined {
    return this.#modals.get(this.#backstage.world.personOf(person).id)?.modal;
  }

  /** Fills in the open modal, fields by their `custom_id`, and submits it. */
  submitModal(from: Ref, fields: Readonly<Record<string, string | readonly string[]>>): Promise<ActResult> {
    const user = this.#backstage.world.personOf(from);
    const open = this.#modals.get(user.id);
    if (!open) throw new EmulatorMisuse(`${user.username} has no modal open.`);
    this.#modals.delete(user.id);
    const { custom_id, components } = open.modal;
    const data = { custom_id, components: components.map((entry) => filled(entry, fields)) };
    const source = open.source ? { source: open.source } : {};
    return this.#ask(from, { type: MODAL, data, user, room: open.room, ...source });
  }

  #use(from: Ref, room: Room, source: Message, { custom_id, type, id }: Component, extra: object): Promise<ActResult> {
    const user = this.#backstage.world.personOf(from);
    const data = { component_type: type, custom_id, id, ...extra };
    return this.#ask(from, { type: COMPONENT, data, user, room, source });
  }

  async #ask(from: Ref, act: Parameters<Asking['ask']>[0]): Promise<ActResult> {
    const user = this.#backstage.world.personOf(from);
    const result = await this.#asking.ask(act);
    const modal = this.#backstage.interactions.modalOf(result.interaction.token);
    if (modal) {
      this.#modals.set(user.id, { modal, room: act.room, ...(act.source ? { source: act.source } : {}) });
      dropOldest(this.#modals, MAX_MODALS);
    }
    return result;
  }

  #seen(from: Ref, { channel_id, id }: MessageRef): { room: Room; message: Message } {
    const room = this.#people.roomFor(from, channel_id);
    const ephemeral = room.ephemerals.get(id);
    const isForThem = ephemeral?.to === this.#backstage.world.personOf(from).id;
    const message = room.messages.get(id) ?? (isForThem ? ephemeral?.message : undefined);
    if (!message) throw new EmulatorMisuse(`Channel ${channel_id} shows them no message ${id}.`);
    if (message.author.id !== this.#backstage.world.bot.id) throw new EmulatorMisuse(`Message ${id} is not the app's.`);
    return { room, message };
  }

  #resolved({ type }: Component, values: readonly string[]): object {
    if (type !== USER_SELECT) return {};
    const users = values.map((id) => this.#backstage.world.personOf(id));
    return { resolved: { users: Object.fromEntries(users.map((user) => [user.id, user])) } };
  }
}

/** A component of a modal as it is submitted: what was put in, without looks. */
function filled(component: Component, fields: Readonly<Record<string, string | readonly string[]>>): object {
  const { type, id, custom_id } = component;
  if (component.components) return { type, id, components: component.components.map((inner) => filled(inner, fields)) };
  if (component.component) return { type, id, component: filled(component.component, fields) };
  const value = custom_id === undefined ? undefined : fields[custom_id];
  if (custom_id === undefined) return { type, id };
  if (type === 3) return { type, id, custom_id, values: value ?? [] };
  if (component.required !== false && !value) throw new EmulatorMisuse(`The field "${custom_id}" has to be filled in.`);
  return { type, id, custom_id, value: value ?? '' };
}
