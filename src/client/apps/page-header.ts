import type { AppDescription } from './app-description.ts';
import { element } from './elements.ts';
import { hostsOf } from './grants.ts';
import type { Words } from './words.ts';

/** What stands above an app, whatever it shows: whose it is, and what it may reach. */
export interface AppHeader {
  element: HTMLElement;
  showFullScreen(isFull: boolean): void;
  /** There is nothing to close any more. */
  end(): void;
}

export function appHeader(
  app: AppDescription,
  words: Words,
  acts: { onClose: () => void; onFullScreen: (isFull: boolean) => void },
): AppHeader {
  const title = words.from(app.tool, app.server);
  document.title = title;
  const full = element('button', { type: 'button', class: 'quiet', 'aria-pressed': 'false' }, words.fullScreen);
  const close = element('button', { type: 'button', class: 'quiet' }, words.close);
  const isFull = () => full.getAttribute('aria-pressed') === 'true';
  full.addEventListener('click', () => acts.onFullScreen(!isFull()));
  close.addEventListener('click', acts.onClose);
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape' && isFull() && !document.querySelector('dialog')) acts.onFullScreen(false);
  });
  const buttons = element('div', { class: 'buttons' }, full, close);
  buttons.hidden = app.kind === 'links' || app.kind === 'file';
  const hosts = hostsOf(app);
  const devices = app.granted.permissions.map((name) => words.devices[name] ?? name);
  const facts = [
    words.notOurs,
    ...(hosts.length > 0 ? [words.connects(hosts.join(', '))] : []),
    ...(devices.length > 0 ? [words.asks(devices.join(', '))] : []),
    ...(app.withheld_hosts.length > 0 ? [words.withheldHosts(app.withheld_hosts.join(', '))] : []),
    ...(app.refused_origins > 0 ? [words.refusedOrigins(app.refused_origins)] : []),
  ];
  const header = element(
    'header',
    {},
    element('div', { class: 'row' }, element('h1', {}, title), buttons),
    element('p', { class: 'facts' }, facts.join(' · ')),
    ...(app.can_act ? [] : [element('p', { class: 'read-only' }, words.readOnly[app.proven_by])]),
  );
  return {
    element: header,
    showFullScreen(isFullNow) {
      full.setAttribute('aria-pressed', String(isFullNow));
      full.textContent = isFullNow ? words.endFullScreen : words.fullScreen;
    },
    end: () => buttons.remove(),
  };
}
