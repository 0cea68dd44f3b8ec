import type { ChatErrorKind } from '../../client/chat-error.ts';
import { element } from '../base/element.ts';
import { FootbridgeTurn } from '../turn/turn-element.ts';
import type { Words } from '../words/words.ts';

/** What an agent answers, in its place in the conversation. */
export interface Reply {
  node: HTMLElement;
  turn: FootbridgeTurn;
  /** That it is waited for, or not any more. */
  waiting(isWaiting: boolean): void;
  /** There is more of it: something of it can be seen. */
  arrived(): void;
  /** There is no more of it. */
  ended(): void;
  failed(kind: ChatErrorKind, said: string, retry: () => void): void;
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
  const ended = () => {
    typing.remove();
    node.removeAttribute('aria-busy');
  };
  return {
    node,
    turn,
    waiting(isWaiting) {
      status.textContent = isWaiting ? words('reconnecting') : '';
    },
    arrived: () => typing.remove(),
    ended,
    failed(kind, said, retry) {
      ended();
      node.classList.add('is-failed');
      const why = { refused: 'refused', lost: 'lost', failed: 'turn_failed' } as const;
      status.replaceChildren(said || words(why[kind]));
      const again = element('button', { class: 'button is-quiet', type: 'button' }, words('try_again'));
      again.addEventListener('click', retry);
      node.append(again);
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
