import { element } from '../base/element.ts';
import { FootbridgeElement } from '../base/footbridge-element.ts';
import type { ComponentHost } from '../host/component-host.ts';
import type { AppFrame } from './app-frame.ts';
import { type AppSaid, appPage } from './app-page.ts';

/**
 * `<footbridge-app>`: the place of an app, with whose it is. Nothing of it is loaded before the person opens it: then
 * `host.mountApp` fills the place, or the service's own page of the app does, in a frame that isolates it. When the app
 * said something in the person's name, that is the event `footbridge-app-said` with `{turnId, text}`.
 */
export class FootbridgeApp extends FootbridgeElement {
  #app: AppFrame | undefined;
  #host: ComponentHost = {};
  #end: (() => void) | undefined;

  constructor() {
    super(APP_CSS);
  }

  set app(app: AppFrame) {
    if (app === this.#app) return;
    this.#close();
    this.#app = app;
    this.changed();
  }

  set host(host: ComponentHost) {
    this.#host = host;
  }

  disconnectedCallback(): void {
    this.#close();
  }

  protected draw(): void {
    const app = this.#app;
    // A frame that is moved in the page would begin anew.
    if (!app || this.#end) return;
    const title = this.words('app_from', { tool: app.tool, server: app.server });
    const place = element('div', { class: 'place', part: 'place' });
    const button = element(
      'button',
      { class: 'button is-quiet', type: 'button', 'aria-expanded': 'false' },
      this.words('app_open'),
    );
    button.addEventListener('click', () => {
      if (this.#end) this.#close();
      else this.#end = this.#open(place, app, title);
      const isOpen = place.hasChildNodes();
      button.textContent = this.words(isOpen ? 'app_close' : 'app_open');
      button.setAttribute('aria-expanded', String(isOpen));
    });
    const head = element('div', { class: 'head' }, element('span', { dir: 'auto' }, title), button);
    this.root.replaceChildren(element('section', { class: 'card', part: 'card', 'aria-label': title }, head, place));
  }

  #open(place: HTMLElement, app: AppFrame, title: string): () => void {
    const own = element('div');
    place.append(own);
    const said = (detail: AppSaid) => this.tell('footbridge-app-said', detail);
    const end =
      this.#host.mountApp?.(own, app) ?? appPage(own, { app, title, connection: this.#host.connection, said });
    return () => {
      end();
      own.remove();
    };
  }

  #close(): void {
    const end = this.#end;
    this.#end = undefined;
    end?.();
  }
}

const APP_CSS = `
.head { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.5rem; }
/* Edge to edge: an app needs all the width there is. */
iframe {
  display: block;
  width: calc(100% + 1.8rem);
  height: var(--footbridge-app-height, 30rem);
  margin: 0.75rem -0.9rem -0.75rem;
  border: 0;
  border-top: 1px solid var(--_line);
  border-radius: 0 0 var(--_radius) var(--_radius);
}
`;
