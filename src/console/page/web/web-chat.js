import { followTurn, isOver, NOTHING_YET, textOf } from '/console/modules/client/entry.js';
import { errorOf, randomId, request, userId } from '../api.js';
import { byId, composer, keepAtEnd } from '../dom.js';
import { createToast } from '../pane-shell.js';
import { word } from '../words.js';
import { pageBlocks } from './blocks.js';
import { ownBubble, replyBubble, showFailure, showWaiting } from './bubbles.js';
import { toolLine } from './cards.js';
import { dialectSwitch } from './dialects.js';
import { sessionEnvelopes } from './envelopes.js';
import { pastMessages, pastReply } from './history.js';
import { hostApp } from './host-app.js';
import { sessionOf } from './session.js';
import { tokenForm } from './token-form.js';
import { turnView } from './turn-view.js';
import { markAnswered, options, renderWidget } from './widgets.js';

/**
 * The web chat: a client of the three chat routes as anybody could write one, over the package's own client library.
 * Gives how to say something.
 * @param {{externalHosts: readonly string[]}} formation hosts that an external action may open
 */
export function startWebChat({ externalHosts }) {
  const log = byId('web-log');
  const frame = log.parentElement;
  const toast = createToast();
  byId('web-wall').append(toast.node);
  byId('web-user').textContent = word('you_are', { user: userId() });
  const app = hostApp({ field: byId('web-field'), say: toast.show });
  const blocks = pageBlocks({ app, externalHosts });
  const dialect = dialectSwitch(byId('web-dialects'), blocks.capabilities);
  const session = sessionOf();
  const envelopes = sessionEnvelopes(session.id);
  const token = tokenForm({
    given: () => {
      byId('web-user').textContent = word('you_are', { user: word('token_user') });
    },
  });
  composer(byId('web-composer'), (message) => say({ message }));
  if (!session.isNew) void showPast();
  return say;

  async function showPast() {
    const messages = await pastMessages(session.id);
    if (messages.length === 0) return;
    byId('web-hint').hidden = true;
    const bubbles = messages.map((message) =>
      message.role === 'user' ? ownBubble(message.content) : pastReply(message, envelopes.draw),
    );
    log.prepend(...bubbles);
    frame.scrollTop = frame.scrollHeight;
    const last = messages.at(-1);
    if (last.role === 'assistant') void goOn(last, bubbles.at(-1));
  }

  /** The stream of the last reply has what its message has not: the buttons, and the rest where it is not over yet. */
  async function goOn(message, bubble) {
    const speaking = dialect.current();
    const reply = replyBubble();
    const isRunning = message.status === 'running';
    const known = new Map(
      (message.uiEnvelopes ?? []).map(({ envelopeId, renderStatus }) => [envelopeId, renderStatus]),
    );
    const how = ({ id }) =>
      isRunning ? {} : { isReplay: true, isReported: known.has(id) && known.get(id) !== 'pending' };
    if (isRunning) bubble.replaceWith(reply);
    const { state, isEmpty } = await read(reply, { speaking, from: { ...NOTHING_YET, turnId: message.id }, how });
    reply.removeAttribute('aria-busy');
    const shown = isRunning ? reply : bubble;
    const atEnd = keepAtEnd(frame);
    if (!isEmpty) shown.replaceWith(reply);
    else if (isRunning) shown.replaceWith(bubble);
    if (!isEmpty && state.end?.type === 'error') showFailure(reply, state.end.message || word('turn_failed'));
    atEnd();
  }

  function say(turn) {
    byId('web-hint').hidden = true;
    log.append(ownBubble(turn.message));
    frame.scrollTop = frame.scrollHeight;
    // The key stays with the message: however often it is tried, it is one turn.
    void attempt(turn, randomId(), dialect.current());
  }

  async function attempt(turn, key, speaking) {
    const reply = replyBubble();
    const atEnd = keepAtEnd(frame);
    log.append(reply);
    atEnd();
    await follow({ reply, turn, key, speaking });
    reply.removeAttribute('aria-busy');
  }

  async function follow({ reply, turn, key, speaking }) {
    const begin = () =>
      request(speaking.url, {
        json: { ...turn, session_id: session.id, ...speaking.body },
        headers: { 'Idempotency-Key': key },
      });
    const { state, outcome, isEmpty } = await read(reply, { speaking, begin });
    const retry = (nextKey) => () => {
      reply.remove();
      void attempt(turn, nextKey, speaking);
    };
    const atEnd = keepAtEnd(frame);
    if (outcome.type === 'refused' && outcome.response.status === 401) retryWithToken(reply, retry(key));
    else if (outcome.type === 'refused') showFailure(reply, await errorOf(outcome.response), retry(key));
    else if (state?.end?.type === 'error') {
      // A turn that failed is over: trying again is a new one.
      showFailure(reply, state.end.message || word('turn_failed'), retry(isOver(state) ? randomId() : key));
    } else if (outcome.type === 'lost') {
      showFailure(reply, word(state ? 'connection_ended' : 'unreachable'), retry(key));
    } else if (isEmpty) reply.remove();
    atEnd();
  }

  /** Shows a turn in its bubble, from its beginning or from a state on, for as long as it says something. */
  async function read(reply, { speaking, begin, from, how = () => ({}) }) {
    let state;
    const view = turnView(reply, (part) => drawn(part, state, how(part)));
    const states = followTurn({
      begin,
      from,
      // Its key makes it one turn. What was shown without saying which turn it is would be shown twice.
      get mayBeginAgain() {
        return (state?.parts ?? []).length === 0;
      },
      resume: (turnId, lastEventId) =>
        request(speaking.resumeUrl(turnId), { headers: lastEventId ? { 'Last-Event-ID': lastEventId } : {} }),
      reduce: speaking.reduce,
      onConnection: (isThere) => showWaiting(reply, !isThere),
    });
    let step = await states.next();
    for (; !step.done; step = await states.next()) {
      state = step.value;
      const atEnd = keepAtEnd(frame);
      view.show(state);
      atEnd();
    }
    showWaiting(reply, false);
    return { state, outcome: step.value, isEmpty: view.isEmpty() };
  }

  function retryWithToken(reply, retry) {
    reply.remove();
    token.waitFor(retry);
  }

  function drawn(part, state, how) {
    switch (part.type) {
      case 'question':
        return options({ ...part, options: part.choices }, say, textOf(state));
      case 'answer':
        return markAnswered(log, part);
      case 'widget':
        return part.widget.type === 'options'
          ? options(part.widget, say, textOf(state))
          : renderWidget(part.widget, say);
      case 'tool':
        return toolLine(part);
      case 'block':
        return blocks.draw(part.block);
      case 'envelope':
        return envelopes.draw(part, how);
    }
  }
}
