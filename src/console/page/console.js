import { request } from './api.js';
import { startColumns } from './columns.js';
import { byId, element } from './dom.js';
import { startDiscord } from './panes/discord/discord.js';
import { startMail } from './panes/mail/mail.js';
import { startSlack } from './panes/slack/slack.js';
import { startTelegram } from './panes/telegram/telegram.js';
import { startWebChat } from './web/web-chat.js';
import { translatePage, word } from './words.js';

translatePage();
const response = await request('/console/info').catch(() => undefined);
const { formation, suggestions = [], externalHosts = [] } = response?.ok ? await response.json() : {};
// The other panes do not wait for it.
const sayInWebChat = startWebChat({ externalHosts });
const webChat = {
  name: word('web_chat'),
  root: byId('web-pane'),
  suggestions: byId('web-suggestions'),
  say: (message) => void sayInWebChat.then((say) => say(message)),
};
const emulated = [startTelegram(), startSlack(), startDiscord(), startMail()];
const panes = [webChat, ...emulated];
byId('columns').append(...emulated.map(({ root }) => root));
startColumns(panes);

if (formation) byId('formation').textContent = formation;
for (const { suggestions: list, say } of panes) offer(list, suggestions, say);
offer(byId('everywhere-suggestions'), suggestions, (text) => {
  for (const { root, say } of panes) if (!root.hidden) say(text);
});
byId('everywhere').hidden = suggestions.length === 0;

function offer(list, suggestions, say) {
  list.replaceChildren(
    ...suggestions.map((text) =>
      element('li', {}, element('button', { type: 'button', class: 'chip', click: () => say(text) }, text)),
    ),
  );
}
