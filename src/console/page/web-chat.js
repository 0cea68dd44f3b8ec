import { errorOf, randomId, request, setToken, userId } from './api.js';
import { byId, composer, element, keepAtEnd, linked } from './dom.js';
import { readEvents } from './sse.js';
import { renderWidget } from './widgets.js';

/** The web chat: a client of `POST /v1/chat` as anybody could write one. */
export function startWebChat() {
  const log = byId('web-log');
  const frame = log.parentElement;
  const sessionId = `console-${randomId()}`;
  byId('web-user').textContent = userId();
  let waitingForToken = [];

  function say(turn) {
    byId('web-hint').hidden = true;
    const atEnd = keepAtEnd(frame);
    log.append(bubble('is-mine', turn.message));
    atEnd();
    // The key stays with the message: however often it is tried, it is one turn.
    void attempt({ ...turn, session_id: sessionId, stream: true }, randomId());
  }

  async function attempt(body, key) {
    const reply = element('li', { class: 'bubble is-theirs', 'aria-busy': 'true' }, typingDots());
    const atEnd = keepAtEnd(frame);
    log.append(reply);
    atEnd();
    const failed = (why, nextKey = key) => {
      const retry = () => {
        reply.remove();
        void attempt(body, nextKey);
      };
      showFailure(reply, why, retry);
      atEnd();
    };
    try {
      const response = await request('/v1/chat', { json: body, headers: { 'Idempotency-Key': key } });
      if (response.status === 401) {
        reply.remove();
        waitingForToken.push(() => attempt(body, key));
      } else if (response.ok) await showStream(response, reply, failed);
      else failed(await errorOf(response));
    } catch {
      failed('The service could not be reached.');
    }
    reply.removeAttribute('aria-busy');
  }

  async function showStream(response, reply, failed) {
    const text = element('p', { class: 'text' });
    for await (const { event, data } of readEvents(response.body)) {
      const content = JSON.parse(data);
      const atEnd = keepAtEnd(frame);
      if (event === 'message') {
        if (!text.isConnected) reply.replaceChildren(text);
        text.append(content.token);
      } else if (event === 'reset') {
        // The agent began anew: what it said before does not count.
        text.textContent = content.text;
        reply.replaceChildren(text);
      } else if (event === 'ui') {
        showWidgets(reply, content.ui, text.textContent);
      }
      // A turn that failed is over: trying again is a new one.
      else if (event === 'error') return failed(content.error?.message ?? 'The turn failed.', randomId());
      else if (event === 'done') {
        text.replaceChildren(...linked(text.textContent));
        return reply.querySelector('.typing') === null || reply.remove();
      }
      atEnd();
    }
    failed('The connection ended before the reply did.');
  }

  function showWidgets(reply, widgets, said) {
    for (const widget of Array.isArray(widgets) ? widgets : []) {
      const node = renderWidget(widget, say);
      if (!node) continue;
      reply.querySelector('.typing')?.remove();
      // What the text asked already is not asked again.
      if (widget.prompt && said.includes(widget.prompt)) node.querySelector('legend')?.classList.add('unseen');
      reply.append(node);
    }
  }

  document.addEventListener('token-needed', () => {
    byId('web-token').hidden = false;
    byId('web-token-field').focus();
  });

  byId('web-token').addEventListener('submit', (event) => {
    event.preventDefault();
    byId('web-token').hidden = true;
    byId('web-user').textContent = 'the user of your token';
    setToken(byId('web-token-field').value.trim());
    const resumed = waitingForToken;
    waitingForToken = [];
    for (const resume of resumed) void resume();
  });

  composer(byId('web-composer'), (message) => say({ message }));
  return say;
}

function bubble(kind, text) {
  return element('li', { class: `bubble ${kind}` }, element('p', { class: 'text' }, text));
}

function typingDots() {
  return element(
    'p',
    { class: 'typing', role: 'img', 'aria-label': 'The agent is writing' },
    element('i'),
    element('i'),
    element('i'),
  );
}

function showFailure(reply, why, retry) {
  reply.querySelector('.typing')?.remove();
  reply.classList.add('is-failed');
  reply.append(
    element('p', { class: 'why' }, why),
    element('button', { type: 'button', class: 'quiet', click: retry }, 'Try again'),
  );
}
