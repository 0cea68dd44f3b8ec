import { VERIFICATION_TOKEN } from './app/envelope.ts';
import type { AppAnswer, AppLink } from './app/link.ts';
import { initialState, type Placed } from './elements.ts';
import type { ResponseUrls } from './response-urls.ts';
import type { Triggers } from './triggers.ts';
import type { Message, StateValues, User, View } from './wire.ts';
import type { Room, Workspace, World } from './world.ts';

const MAX_STATES = 1000;

/** What a person did to an element: its `action_id` and the like are added here. */
export type Change = Readonly<Record<string, unknown>>;

/** Tells the app what people do with buttons, menus, modals and commands, in Slack's shapes. */
export class Interactions {
  readonly #world: World;
  readonly #link: () => AppLink;
  readonly #triggers: Triggers;
  readonly #responseUrls: ResponseUrls;
  /** What each person has put into the elements of a message, by person and message; no one else sees it. */
  readonly #states = new Map<string, StateValues>();

  constructor(options: { world: World; link: () => AppLink; triggers: Triggers; responseUrls: ResponseUrls }) {
    this.#world = options.world;
    this.#link = options.link;
    this.#triggers = options.triggers;
    this.#responseUrls = options.responseUrls;
  }

  /** Keeps what a person put into an element of a message, until the next press tells of it. */
  remember(user: User, message: Message, { block, actionId }: Placed, state: object): void {
    const key = `${user.id} ${message.ts}`;
    const values = this.#states.get(key) ?? {};
    const blockId = block.block_id ?? '';
    this.#states.set(key, { ...values, [blockId]: { ...values[blockId], [actionId]: state } });
    const [oldest] = this.#states.keys();
    if (oldest !== undefined && this.#states.size > MAX_STATES) this.#states.delete(oldest);
  }

  /** An act upon an element of a message. Ephemeral messages are not passed on whole: the app knows where they were. */
  inMessage(room: Room, message: Message, user: User, placed: Placed, change: Change): Promise<AppAnswer> {
    const isEphemeral = room.ephemerals.has(message.ts);
    const { channel } = room;
    const thread = message.thread_ts === undefined ? {} : { thread_ts: message.thread_ts };
    const response_url = this.#responseUrls.issue('actions', { room, userId: user.id, originalTs: message.ts });
    return this.#blockActions(room.workspace, user, placed, change, {
      container: {
        type: 'message',
        message_ts: message.ts,
        channel_id: channel.id,
        is_ephemeral: isEphemeral,
        ...thread,
      },
      channel: { id: channel.id, name: channel.name ?? (channel.is_im ? 'directmessage' : 'privategroup') },
      ...(isEphemeral ? {} : { message }),
      state: { values: this.#stateOf(user, message) },
      response_url,
    });
  }

  /** An act upon an element of a modal or of the app home. */
  inView(workspace: Workspace, view: View, user: User, placed: Placed, change: Change): Promise<AppAnswer> {
    const container = { type: 'view', view_id: view.id };
    return this.#blockActions(workspace, user, placed, change, { container, view });
  }

  submit(workspace: Workspace, view: View, user: User): Promise<AppAnswer> {
    const trigger_id = this.#triggers.issue(user);
    return this.#ask({ type: 'view_submission', ...this.#from(workspace, user), trigger_id, view, response_urls: [] });
  }

  closed(workspace: Workspace, view: View, user: User): Promise<AppAnswer> {
    return this.#ask({ type: 'view_closed', ...this.#from(workspace, user), view, is_cleared: false });
  }

  command(room: Room, user: User, command: string, text: string): Promise<AppAnswer> {
    const { team } = room.workspace;
    return this.#link().ask({
      type: 'slash_commands',
      payload: {
        token: VERIFICATION_TOKEN,
        team_id: team.id,
        team_domain: team.domain,
        channel_id: room.channel.id,
        channel_name: room.channel.name ?? (room.channel.is_im ? 'directmessage' : 'privategroup'),
        user_id: user.id,
        user_name: user.name,
        command,
        text,
        api_app_id: this.#world.app.id,
        is_enterprise_install: 'false',
        response_url: this.#responseUrls.issue('commands', { room, userId: user.id }),
        trigger_id: this.#triggers.issue(user),
      },
    });
  }

  #blockActions(
    workspace: Workspace,
    user: User,
    { block, element, actionId }: Placed,
    change: Change,
    where: object,
  ): Promise<AppAnswer> {
    const action = { type: element.type, block_id: block.block_id, action_id: actionId, ...change };
    return this.#ask({
      type: 'block_actions',
      ...this.#from(workspace, user),
      trigger_id: this.#triggers.issue(user),
      enterprise: null,
      is_enterprise_install: false,
      ...where,
      actions: [{ ...action, action_ts: this.#world.ids.ts() }],
    });
  }

  #ask(payload: Readonly<Record<string, unknown>>): Promise<AppAnswer> {
    return this.#link().ask({ type: 'interactive', payload });
  }

  #from({ team }: Workspace, user: User): object {
    return {
      user: { id: user.id, username: user.name, name: user.name, team_id: user.team_id },
      api_app_id: this.#world.app.id,
      token: VERIFICATION_TOKEN,
      team: { id: team.id, domain: team.domain },
    };
  }

  #stateOf(user: User, message: Message): StateValues {
    const values = initialState(message.blocks ?? []);
    for (const [blockId, actions] of Object.entries(this.#states.get(`${user.id} ${message.ts}`) ?? {})) {
      // What an edit took away is gone.
      if (values[blockId]) values[blockId] = { ...values[blockId], ...actions };
    }
    return values;
  }
}
