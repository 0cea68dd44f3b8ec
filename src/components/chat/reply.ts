import type { ChatError } from '../../client/chat-error.ts';
import { element } from '../base/element.ts';
import { FootbridgeTurn } from '../turn/turn-element.ts';
import type { Words } from '../words/words.ts';

/** What an agent answers, in its place in the conversation. */
export interface Reply {
  node: HTMLElement;
  turn: FootbridgeTurn;
  /** That the connection is gone and waited for, or not any more. */
  waiting(isWaiting: boolean): void;
  /** Something of it may be seen by now. */
  arrived(): void;
  /** There is no more of it. One of which nothing can be seen goes. */
  ended(): void;
  /** There is no more of it, and why; with `retry` it can be tried again. */
  failed(error: Pick<ChatError, 'kind' | 'message'>, retry?: () => void): void;
}

export function reply(words: Words): Reply {
  const turn = new FootbridgeTurn();
  const dots = [element('i'), element('i'), element('i')];
  const typing = element('p', { class: 'typing', role: 'img', 'aria-label': words('writing') }, ...dots);
  const status = element('p', { class: 'quiet status', role: 'status' });
  const node = element(
    'li',
    { class: 'bubble is-theirs', part: 'reply', 'aria-busy': 'true' },
    element('span', { class: 'unseen' }, words('agent')),
    typing,
    turn,
    status,
  );
  // What is drawn is there in the next microtask.
  const arrived = () => queueMicrotask(() => turn.isEmpty || typing.remove());
  const over = () => {
    typing.remove();
    status.textContent = '';
    node.removeAttribute('aria-busy');
  };
  return {
    node,
    turn,
    waiting(isWaiting) {
      status.textContent = isWaiting ? words('reconnecting') : '';
    },
    arrived,
    ended() {
      over();
      queueMicrotask(() => turn.isEmpty && node.remove());
    },
    failed({ kind, message }, retry) {
      over();
      node.classList.add('is-failed');
      const hasBegun = turn.state.parts.length > 0;
      const why = { refused: 'refused', lost: hasBegun ? 'broken_off' : 'lost', failed: 'turn_failed' } as const;
      // What is lost is said in the words of programs.
      status.textContent = (kind === 'lost' ? '' : message) || words(why[kind]);
      status.dir = 'auto';
      if (!retry) return;
      node.append(element('button', { class: 'button is-quiet', type: 'button', click: retry }, words('try_again')));
    },
  };
}

/** What the person said. */
export function ownMessage(text: string, words: Words): HTMLElement {
  const said = element('p', { class: 'text', dir: 'auto' }, text);
  return element(
    'li',
    { class: 'bubble is-mine', part: 'message' },
    element('span', { class: 'unseen' }, words('you')),
    said,
  );
}
