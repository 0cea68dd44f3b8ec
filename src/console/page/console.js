import { request } from './api.js';
import { byId, element } from './dom.js';
import { startTelegram } from './telegram.js';
import { startWebChat } from './web-chat.js';

const sayInWebChat = startWebChat();
const suggestInTelegram = startTelegram();

const response = await request('/console/info').catch(() => undefined);
if (response?.ok) {
  const { formation, suggestions = [] } = await response.json();
  byId('formation').textContent = formation;
  offer('web-suggestions', suggestions, (message) => sayInWebChat({ message }));
  offer('tg-suggestions', suggestions, suggestInTelegram);
}

function offer(listId, suggestions, say) {
  byId(listId).replaceChildren(
    ...suggestions.map((text) =>
      element('li', {}, element('button', { type: 'button', class: 'chip', click: () => say(text) }, text)),
    ),
  );
}
