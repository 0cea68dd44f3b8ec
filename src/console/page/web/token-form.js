import { setToken } from '../api.js';
import { byId } from '../dom.js';

/** Asks for a token when the service does. What waits for one is tried again when it is there. */
export function tokenForm({ given }) {
  let waiting = [];
  document.addEventListener('token-needed', () => {
    byId('web-token').hidden = false;
    byId('web-token-field').focus();
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
  return { waitFor: (attempt) => waiting.push(attempt) };
}
