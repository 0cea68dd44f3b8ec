import { element } from '../dom.js';
import { word } from '../words.js';

/** What the person said. */
export function ownBubble(text) {
  return element('li', { class: 'bubble is-mine' }, element('p', { class: 'text', dir: 'auto' }, text));
}

/** A reply that is to come. */
export function replyBubble() {
  const dots = [element('i'), element('i'), element('i')];
  const typing = element('p', { class: 'typing', role: 'img', 'aria-label': word('writing') }, ...dots);
  return element('li', { class: 'bubble is-theirs', 'aria-busy': 'true' }, typing);
}

/** Says in a reply why there is no more of it; `retry` is offered where it can be tried again. */
export function showFailure(reply, why, retry) {
  reply.querySelector('.typing')?.remove();
  reply.classList.add('is-failed');
  reply.append(element('p', { class: 'why', dir: 'auto' }, why));
  if (retry) reply.append(element('button', { type: 'button', class: 'quiet', click: retry }, word('try_again')));
}

/** Says in a reply that it is waited for, or that it no longer is. */
export function showWaiting(reply, isWaiting) {
  reply.querySelector('.waiting')?.remove();
  if (isWaiting) reply.append(element('p', { class: 'waiting', role: 'status' }, word('reconnecting')));
}
