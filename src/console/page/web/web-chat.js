import { givenToken, userId } from '../api.js';
import { byId, element } from '../dom.js';
import { createToast } from '../pane-shell.js';
import { word } from '../words.js';
import { dialectSwitch } from './dialect-switch.js';
import { hostApp } from './host-app.js';
import { tokenForm } from './token-form.js';

/**
 * The web chat: the service's own `<footbridge-chat>`, as any page could have it, and around it what a console adds.
 * Gives how to say something.
 * @param {{externalHosts: readonly string[]}} formation hosts that an external action may open
 * @returns {Promise<(message: string) => void>}
 */
export async function startWebChat({ externalHosts }) {
  const wall = byId('web-wall');
  // No part of the console's own files: it is built.
  const components = await import('/components/components.js').catch(() => undefined);
  if (!components) {
    wall.replaceChildren(element('p', { class: 'notice', role: 'alert' }, word('not_built')));
    return () => {};
  }
  const toast = createToast();
  components.defineElements();
  const chat = new components.FootbridgeChat();
  chat.setAttribute('instant', '');
  chat.token = givenToken;
  chat.host = hostApp({ externalHosts, say: toast.show });
  dialectSwitch(byId('web-dialects'), (dialect) => chat.setAttribute('dialect', dialect));
  tokenForm({ chat, given: showUser });
  byId('web-new').addEventListener('click', () => chat.startOver());
  byId('web-new').hidden = false;
  showUser();
  chat.append(byId('web-hint'));
  wall.append(chat, toast.node);
  return (message) => void chat.send(message);

  /** A token names its user itself. */
  function showUser() {
    const hasToken = givenToken() !== undefined;
    byId('web-user').textContent = word('you_are', { user: hasToken ? word('token_user') : userId() });
    if (hasToken) chat.removeAttribute('user-id');
    else chat.setAttribute('user-id', userId());
  }
}
