import { setToken } from '../api.js';
import { byId } from '../dom.js';

/** Asks for a token when the service does. What the chat could not do without one is done again when it is there. */
export function tokenForm({ chat, given }) {
  let waiting = [];
  const ask = () => {
    byId('web-token').hidden = false;
    byId('web-token-field').focus();
  };
  document.addEventListener('token-needed', ask);
  chat.addEventListener('footbridge-token-refused', (event) => {
    event.preventDefault();
    waiting.push(event.detail.again);
    ask();
  });
  byId('web-token').addEventListener('submit', (event) => {
    event.preventDefault();
    byId('web-token').hidden = true;
    setToken(byId('web-token-field').value.trim());
    given();
    const tried = waiting;
    waiting = [];
    for (const attempt of tried) attempt();
  });
}
