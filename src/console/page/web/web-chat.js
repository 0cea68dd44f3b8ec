import { followTurn, isOver, textOf } from '/console/modules/client/entry.js';
import { errorOf, randomId, request, userId } from '../api.js';
import { byId, composer, keepAtEnd } from '../dom.js';
import { createToast } from '../pane-shell.js';
import { word } from '../words.js';
import { pageBlocks } from './blocks.js';
import { ownBubble, replyBubble, showFailure, showWaiting } from './bubbles.js';
import { toolLine } from './cards.js';
import { dialectSwitch } from './dialects.js';
import { sessionEnvelopes } from './envelopes.js';
import { pastBubbles } from './history.js';
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
  const session = sessionOf({ goesOn: dialect.current().name === 'agent-ui' });
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
    const bubbles = await pastBubbles(session.id, envelopes.draw);
    if (bubbles.length === 0) return;
    byId('web-hint').hidden = true;
    log.prepend(...bubbles);
    frame.scrollTop = frame.scrollHeight;
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
    let state;
    const view = turnView(reply, (part) => drawn(part, state));
    const states = followTurn({
      begin: () =>
        request(speaking.url, {
          json: { ...turn, session_id: session.id, ...speaking.body },
          headers: { 'Idempotency-Key': key },
        }),
      resume: (turnId, lastEventId) =>
        request(speaking.resumeUrl(turnId), { headers: lastEventId ? { 'Last-Event-ID': lastEventId } : {} }),
      reduce: speaking.reduce,
      sleep: (ms) => {
        showWaiting(reply, true);
        return new Promise((resolve) => setTimeout(resolve, ms));
      },
    });
    let step = await states.next();
    for (; !step.done; step = await states.next()) {
      state = step.value;
      const atEnd = keepAtEnd(frame);
      showWaiting(reply, false);
      view.show(state);
      atEnd();
    }
    showWaiting(reply, false);
    const retry = (nextKey) => () => {
      reply.remove();
      void attempt(turn, nextKey, speaking);
    };
    const atEnd = keepAtEnd(frame);
    if (step.value.type === 'refused' && step.value.response.status === 401) retryWithToken(reply, retry(key));
    else if (step.value.type === 'refused') showFailure(reply, await errorOf(step.value.response), retry(key));
    else if (state?.end?.type === 'error') {
      // A turn that failed is over: trying again is a new one.
      showFailure(reply, state.end.message || word('turn_failed'), retry(isOver(state) ? randomId() : key));
    } else if (step.value.type === 'lost') {
      showFailure(reply, word(state ? 'connection_ended' : 'unreachable'), retry(key));
    } else if (view.isEmpty()) reply.remove();
    atEnd();
  }

  function retryWithToken(reply, retry) {
    reply.remove();
    token.waitFor(retry);
  }

  function drawn(part, state) {
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
        return envelopes.draw(part);
    }
  }
}
