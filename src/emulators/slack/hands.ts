import { EmulatorMisuse } from '../misuse.ts';
import type { AppAnswer } from './app/link.ts';
import { Arguments } from './arguments.ts';
import type { Backstage } from './backstage.ts';
import { readContent } from './content.ts';
import { findElement, optionsOf, type Placed } from './elements.ts';
import type { Change, Interactions } from './interactions.ts';
import type { MessageRef } from './people.ts';
import { ApiRefusal } from './refusal.ts';
import type { Block, Message, User } from './wire.ts';
import type { Ref, Room } from './world.ts';

/** What came of an act. `isSent` is false when nothing goes out until a button is pressed. */
export interface ActResult extends AppAnswer {
  isSent: boolean;
}

/** What people do with buttons, menus, fields and commands. Each resolves when the app has answered, or after 3 s. */
export class Hands {
  readonly #backstage: Backstage;
  readonly #interactions: Interactions;

  constructor(backstage: Backstage, interactions: Interactions) {
    this.#backstage = backstage;
    this.#interactions = interactions;
  }

  /**
   * Presses a button of a message: by its number from 0, in the order seen, or by its `action_id`.
   * `asSeen` is the message as the person still has it before their eyes, when an edit has not reached them.
   */
  async press(from: Ref, ref: MessageRef, button: number | string, asSeen?: Message): Promise<ActResult> {
    const { user, room, message } = this.#at(from, ref);
    const placed = findElement((asSeen ?? message).blocks ?? [], button);
    if (placed.element.type !== 'button') throw new EmulatorMisuse(`${button} is no button; select from it.`);
    const change = fieldsOf(placed.element, ['text', 'value', 'url', 'style']);
    return this.#send(this.#interactions.inMessage(room, asSeen ?? message, user, placed, change));
  }

  /**
   * Picks in a menu, radio buttons or checkboxes: options by number from 0 or by value; none takes the pick back.
   * In an input block nothing is sent unless the block dispatches.
   */
  async select(
    from: Ref,
    ref: MessageRef,
    which: string,
    picks: readonly (number | string)[],
    asSeen?: Message,
  ): Promise<ActResult> {
    const { user, room, message } = this.#at(from, ref);
    const placed = findElement((asSeen ?? message).blocks ?? [], which);
    const change = pickIn(placed.element, picks);
    if (placed.element.type !== 'overflow') this.#interactions.remember(user, message, placed, stateOf(placed, change));
    if (!isDispatched(placed)) return { isSent: false, isAcked: false };
    const told = { ...fieldsOf(placed.element, ['placeholder']), ...change };
    return this.#send(this.#interactions.inMessage(room, asSeen ?? message, user, placed, told));
  }

  /** Types into a field of a message. Nothing is sent unless its block dispatches. */
  async typeInto(from: Ref, ref: MessageRef, which: string, text: string): Promise<ActResult> {
    const { user, room, message } = this.#at(from, ref);
    const placed = findElement(message.blocks ?? [], which);
    if (!/_input$/.test(placed.element.type)) throw new EmulatorMisuse(`${which} is no field to type into.`);
    this.#interactions.remember(user, message, placed, stateOf(placed, { value: text }));
    if (!isDispatched(placed)) return { isSent: false, isAcked: false };
    return this.#send(this.#interactions.inMessage(room, message, user, placed, { value: text }));
  }

  /** Runs a slash command. What the app says in its answer is shown to the person, or to all. */
  async command(from: Ref, channel: Ref, command: string, text: string): Promise<ActResult> {
    const { world } = this.#backstage;
    const [user, room] = [world.personOf(from), world.roomOf(channel)];
    if (!command.startsWith('/')) throw new EmulatorMisuse(`A command begins with /, not as ${command}.`);
    const result = await this.#send(this.#interactions.command(room, user, command, text));
    if (result.isAcked) this.#show(room, user, result.body);
    return result;
  }

  /** An answer without anything to show is an ack and no more. */
  #show(room: Room, user: User, body: unknown): void {
    const said = typeof body === 'string' ? { text: body } : body;
    if (typeof said !== 'object' || said === null) return;
    const given = new Arguments(new Map(Object.entries(said)));
    try {
      const isForAll = given.text('response_type') === 'in_channel';
      this.#backstage.timeline.postAsBot(room, readContent(given), {}, isForAll ? undefined : user.id);
    } catch (error) {
      if (!(error instanceof ApiRefusal)) throw error;
    }
  }

  async #send(answer: Promise<AppAnswer>): Promise<ActResult> {
    return { isSent: true, ...(await answer) };
  }

  #at(from: Ref, { channel, ts }: MessageRef): { user: User; room: Room; message: Message } {
    const { world } = this.#backstage;
    const room = world.roomOf(channel);
    const user = world.personOf(from);
    const ephemeral = room.ephemerals.get(ts);
    const message = ephemeral?.to === user.id ? ephemeral.message : room.messages.get(ts);
    if (!message) throw new EmulatorMisuse(`${user.real_name} sees no message ${ts} in ${room.channel.id}.`);
    const isPrivate = room.channel.is_private && !room.members.has(user.id);
    if (isPrivate) throw new EmulatorMisuse(`${user.real_name} is not in the conversation ${room.channel.id}.`);
    return { user, room, message };
  }
}

function isDispatched({ block }: Placed): boolean {
  return block.type !== 'input' || block.dispatch_action === true;
}

function stateOf({ element }: Placed, change: Change): object {
  return { type: element.type, ...change };
}

/** The fields of an element that the app is told of, those of them that it has. */
export function fieldsOf(element: Block, names: readonly string[]): Change {
  return Object.fromEntries(Object.entries(element).filter(([name]) => names.includes(name)));
}

/** What a pick changes, as the app is told: one option, or the list of all that are picked now. */
export function pickIn(element: Block, picks: readonly (number | string)[]): Change {
  const options = optionsOf(element);
  const picked = picks.map((pick) => {
    const option = typeof pick === 'number' ? options[pick] : options.find(({ value }) => value === pick);
    if (!option) throw new EmulatorMisuse(`There is no option ${pick}; there are ${options.length}.`);
    return option;
  });
  switch (element.type) {
    case 'static_select':
    case 'radio_buttons':
    case 'overflow':
      if (picked.length > 1) throw new EmulatorMisuse(`Only one option can be picked here, not ${picked.length}.`);
      return { selected_option: picked[0] ?? null };
    case 'multi_static_select':
    case 'checkboxes':
      if (picked.length > Number(element.max_selected_items ?? Number.POSITIVE_INFINITY)) {
        throw new EmulatorMisuse(`At most ${element.max_selected_items} options can be picked here.`);
      }
      return { selected_options: picked };
    default:
      throw new EmulatorMisuse(`An element of type ${element.type} has no options to pick.`);
  }
}
