import { isObject } from '../bounded-json.ts';
import { EmulatorMisuse } from '../misuse.ts';
import type { AppAnswer } from './app/link.ts';
import type { Backstage } from './backstage.ts';
import { checkView } from './blocks/check.ts';
import { findElement } from './elements.ts';
import { type ActResult, fieldsOf, pickIn } from './hands.ts';
import type { Interactions } from './interactions.ts';
import type { User, View } from './wire.ts';
import type { Ref, Workspace } from './world.ts';

/** What people do in modals and in the app home. */
export class ModalHands {
  readonly #backstage: Backstage;
  readonly #interactions: Interactions;

  constructor(backstage: Backstage, interactions: Interactions) {
    this.#backstage = backstage;
    this.#interactions = interactions;
  }

  async press(from: Ref, viewId: string, button: number | string): Promise<ActResult> {
    const { user, view, workspace } = this.#at(from, viewId);
    const placed = findElement(view.blocks, button);
    if (placed.element.type !== 'button') throw new EmulatorMisuse(`${button} is no button.`);
    const change = fieldsOf(placed.element, ['text', 'value', 'url', 'style']);
    return sent(this.#interactions.inView(workspace, view, user, placed, change));
  }

  /** Puts a text into a field, or picks options by number or value. Sent at once only where the block dispatches. */
  async fill(
    from: Ref,
    viewId: string,
    which: string,
    what: string | readonly (number | string)[],
  ): Promise<ActResult> {
    const { user, view, workspace } = this.#at(from, viewId);
    const placed = findElement(view.blocks, which);
    const { block, element, actionId } = placed;
    const change = typeof what === 'string' ? { value: what } : pickIn(element, what);
    const blockId = block.block_id ?? '';
    const { values } = view.state;
    // The state belongs to the person's screen: filling in does not change what the app wrote.
    view.state = {
      values: { ...values, [blockId]: { ...values[blockId], [actionId]: { type: element.type, ...change } } },
    };
    if (block.type === 'input' && block.dispatch_action !== true) return { isSent: false, isAcked: false };
    return sent(this.#interactions.inView(workspace, view, user, placed, change));
  }

  /** Submits a modal. It closes, unless the app answers with errors or another view. */
  async submit(from: Ref, viewId: string): Promise<ActResult> {
    const { views } = this.#backstage;
    const { user, view, workspace } = this.#at(from, viewId);
    const result = await sent(this.#interactions.submit(workspace, view, user));
    if (!result.isAcked) return result;
    const answer = isObject(result.body) ? result.body : {};
    const next = isObject(answer.view) && checkView(answer.view).length === 0 ? answer.view : undefined;
    if (answer.response_action === 'errors') return result;
    if (answer.response_action === 'update' && next) views.replace(view, next);
    else if (answer.response_action === 'push' && next) views.put(user, workspace, next, view);
    else views.close(user.id, answer.response_action === 'clear' ? undefined : view.id);
    return result;
  }

  /** Closes a modal. The app hears of it only where the view asks for that. */
  async close(from: Ref, viewId: string): Promise<ActResult> {
    const { user, view, workspace } = this.#at(from, viewId);
    this.#backstage.views.close(user.id, view.id);
    if (view.notify_on_close !== true) return { isSent: false, isAcked: false };
    return sent(this.#interactions.closed(workspace, view, user));
  }

  #at(from: Ref, viewId: string): { user: User; view: View; workspace: Workspace } {
    const { world, views } = this.#backstage;
    const user = world.personOf(from);
    const found = views.find(viewId);
    if (found?.user.id !== user.id) throw new EmulatorMisuse(`${user.real_name} has no view ${viewId} open.`);
    return { user, view: found.view, workspace: world.workspaceOf(user.team_id) };
  }
}

async function sent(answer: Promise<AppAnswer>): Promise<ActResult> {
  return { isSent: true, ...(await answer) };
}
