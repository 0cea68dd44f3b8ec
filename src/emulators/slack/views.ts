import { dropOldest } from '../drop-oldest.ts';
import type { Arguments } from './arguments.ts';
import type { EmulatorEvent } from './backstage.ts';
import { checkView } from './blocks/check.ts';
import { initialState } from './elements.ts';
import { ApiRefusal, invalidArguments } from './refusal.ts';
import type { Triggers } from './triggers.ts';
import type { Block, User, View } from './wire.ts';
import type { Workspace, World } from './world.ts';

/** Views on one person's screen. docs.slack.dev/surfaces/modals, read 2026-11. */
const MAX_STACK = 3;
const MAX_VIEWS = 1000;

interface OpenView {
  user: User;
  view: View;
}

/** Modals, last opened on top, and app homes. */
export class Views {
  readonly #world: World;
  readonly #triggers: Triggers;
  readonly #emit: (event: EmulatorEvent) => void;
  readonly #views = new Map<string, OpenView>();

  constructor(world: World, triggers: Triggers, emit: (event: EmulatorEvent) => void) {
    this.#world = world;
    this.#triggers = triggers;
    this.#emit = emit;
  }

  /** `views.open`, or `views.push` when it goes on top of what is open. */
  open(given: Arguments, workspace: Workspace, { isPush }: { isPush: boolean }): View {
    const written = readView(given);
    const user = this.#triggers.redeem(given.required('trigger_id'), workspace.team.id);
    const stack = this.of(user.id);
    if (isPush && stack.length === 0) throw new ApiRefusal('not_found');
    if (isPush && stack.length >= MAX_STACK) throw new ApiRefusal('push_limit_reached');
    if (!isPush) this.close(user.id);
    return this.put(user, workspace, written, isPush ? stack.at(-1) : undefined);
  }

  update(given: Arguments, workspace: Workspace): View {
    const written = readView(given);
    const [id, externalId] = [given.text('view_id'), given.text('external_id')];
    const known = [...this.#views.values()].find(({ view }) =>
      id === undefined ? externalId !== undefined && view.external_id === externalId : view.id === id,
    );
    if (!known || known.view.team_id !== workspace.team.id) throw new ApiRefusal('not_found');
    const hash = given.text('hash');
    if (hash !== undefined && hash !== known.view.hash) throw new ApiRefusal('hash_conflict');
    return this.replace(known.view, written);
  }

  publish(given: Arguments, workspace: Workspace): View {
    const written = readView(given);
    if (written.type !== 'home') throw invalidArguments('must be a home view [json-pointer:/view/type]');
    const user = this.#world.user(workspace, given.required('user_id'));
    if (!user) throw new ApiRefusal('user_not_found');
    const known = this.home(user.id);
    return known ? this.replace(known, written) : this.put(user, workspace, written);
  }

  /** The open modals of a person, the last one on top. */
  of(userId: string): View[] {
    return this.#all(userId).filter(({ type }) => type === 'modal');
  }

  home(userId: string): View | undefined {
    return this.#all(userId).find(({ type }) => type === 'home');
  }

  find(id: string): OpenView | undefined {
    return this.#views.get(id);
  }

  /** Puts a view before a person; its other fields are Slack's. */
  put(user: User, workspace: Workspace, written: Record<string, unknown>, below?: View): View {
    const id = this.#world.ids.next('V');
    const blocks = this.#world.withBlockIds(written.blocks as Block[]);
    const view = {
      callback_id: '',
      external_id: '',
      private_metadata: '',
      ...written,
      id,
      blocks,
      team_id: workspace.team.id,
      hash: this.#world.ids.ts(),
      root_view_id: below?.root_view_id ?? id,
      previous_view_id: below?.id ?? null,
      app_id: this.#world.app.id,
      bot_id: workspace.botProfile.id,
      state: { values: initialState(blocks) },
    } as View;
    this.#views.set(id, { user, view });
    dropOldest(this.#views, MAX_VIEWS);
    this.#emit({ type: 'view', user: user.id, view });
    return view;
  }

  /** Writes a view anew; what the person has put into elements that stay is kept. */
  replace({ id }: View, written: Record<string, unknown>): View {
    const known = this.#views.get(id);
    if (!known) throw new ApiRefusal('not_found');
    const blocks = this.#world.withBlockIds(written.blocks as Block[]);
    const values = initialState(blocks);
    for (const [blockId, actions] of Object.entries(known.view.state.values)) {
      for (const [actionId, state] of Object.entries(actions)) {
        if (values[blockId]?.[actionId]) values[blockId] = { ...values[blockId], [actionId]: state };
      }
    }
    const view = { ...known.view, ...written, id, blocks, hash: this.#world.ids.ts(), state: { values } } as View;
    this.#views.set(id, { ...known, view });
    this.#emit({ type: 'view', user: known.user.id, view });
    return view;
  }

  /** Closes a person's modals: all, or one. */
  close(userId: string, viewId?: string): void {
    for (const { id } of this.of(userId)) if (viewId === undefined || id === viewId) this.#views.delete(id);
  }

  #all(userId: string): View[] {
    return [...this.#views.values()].filter(({ user }) => user.id === userId).map(({ view }) => view);
  }
}

function readView(given: Arguments): Record<string, unknown> {
  const view = given.json('view');
  if (view === undefined) throw invalidArguments('missing required field: view');
  const faults = checkView(view);
  if (faults.length > 0) throw invalidArguments(...faults);
  return view as Record<string, unknown>;
}
