import { request } from '../api.js';
import { element, linked } from '../dom.js';
import { showFailure } from './bubbles.js';

/**
 * The messages of a session from before this page was loaded, oldest first. None when they cannot be had: the chat goes
 * on all the same.
 * @param {string} sessionId
 */
export async function pastMessages(sessionId) {
  const response = await request(`/api/v1/agent/chat/sessions/${encodeURIComponent(sessionId)}/messages`).catch(
    () => undefined,
  );
  const { messages = [] } = (response?.ok && (await response.json().catch(() => undefined))) || {};
  return messages;
}

/**
 * What an agent said back then, as a bubble; hidden where nothing would be seen.
 * @param {(part: object, how: object) => Node} drawEnvelope
 */
export function pastReply({ content = '', uiEnvelopes = [], error }, drawEnvelope) {
  const bubble = element(
    'li',
    { class: 'bubble is-theirs' },
    ...(content === '' ? [] : [element('p', { class: 'text', dir: 'auto' }, ...linked(content))]),
    ...uiEnvelopes.map(({ envelopeId, envelope, renderStatus }) =>
      drawEnvelope({ id: envelopeId, envelope }, { isReplay: true, isReported: renderStatus !== 'pending' }),
    ),
  );
  if (error) showFailure(bubble, error.message);
  bubble.hidden = bubble.lastChild === null;
  return bubble;
}
