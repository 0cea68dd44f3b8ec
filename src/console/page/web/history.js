import { request } from '../api.js';
import { element, linked } from '../dom.js';
import { ownBubble } from './bubbles.js';

/**
 * The messages of a session from before this page was loaded, as bubbles, oldest first. None when they cannot be had:
 * the chat goes on all the same.
 * @param {string} sessionId
 * @param {(part: object, how: object) => Node} drawEnvelope
 */
export async function pastBubbles(sessionId, drawEnvelope) {
  const response = await request(`/api/v1/agent/chat/sessions/${encodeURIComponent(sessionId)}/messages`).catch(
    () => undefined,
  );
  const { messages = [] } = (response?.ok && (await response.json().catch(() => undefined))) || {};
  return messages.map((message) => (message.role === 'user' ? ownBubble(message.content) : replyOf(message)));

  function replyOf({ content = '', uiEnvelopes = [] }) {
    return element(
      'li',
      { class: 'bubble is-theirs' },
      ...(content === '' ? [] : [element('p', { class: 'text', dir: 'auto' }, ...linked(content))]),
      ...uiEnvelopes.map(({ envelopeId, envelope, renderStatus }) =>
        drawEnvelope({ id: envelopeId, envelope }, { isReplay: true, isReported: renderStatus !== 'pending' }),
      ),
    );
  }
}
