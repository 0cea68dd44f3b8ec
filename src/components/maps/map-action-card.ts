import type { MapAction } from '../../client/agent-ui/map-action.ts';
import { element } from '../base/element.ts';
import { FootbridgeElement } from '../base/footbridge-element.ts';
import type { ComponentHost } from '../host/component-host.ts';
import type { FootbridgeMap, MapOutcome } from './map-element.ts';

/** Something to be done on a map. */
export interface MapTask {
  action: MapAction;
  /** Words that stand for it. */
  fallbackText?: string | undefined;
  map: FootbridgeMap;
  /** Done before: it is done again only when the person says so. */
  isReplay: boolean;
  /** Told once, when it was done or could not be. */
  report: (outcome: MapOutcome) => void;
}

/** `<footbridge-map-action>`: what a map was told, with what became of it, and a button that shows it again. */
export class FootbridgeMapAction extends FootbridgeElement {
  #task: MapTask | undefined;
  #host: ComponentHost = {};
  #outcome: MapOutcome | undefined;

  constructor() {
    super(MAP_ACTION_CSS);
  }

  set host(host: ComponentHost) {
    this.#host = host;
  }

  set task(task: MapTask) {
    this.#task = task;
    this.#outcome = undefined;
    this.changed();
    if (!task.isReplay) void this.#run(task);
  }

  async #run(task: MapTask): Promise<void> {
    const outcome = await task.map.apply(task.action, this.#host);
    if (this.#outcome === undefined) task.report(outcome);
    this.#outcome = outcome;
    this.changed();
  }

  protected draw(): void {
    const task = this.#task;
    if (!task) {
      this.root.replaceChildren();
      return;
    }
    const caption = task.fallbackText ?? this.words('map');
    const isDone = this.#outcome === undefined || this.#outcome === 'rendered';
    if (!isDone) {
      const lost = this.#outcome === 'error' ? [element('span', { class: 'quiet' }, this.words('map_lost'))] : [];
      const text = task.fallbackText ?? this.words('unknown_ui');
      this.root.replaceChildren(
        element('p', { class: 'chip', part: 'chip', role: 'status' }, element('span', { dir: 'auto' }, text), ...lost),
      );
      return;
    }
    const again = element('button', { class: 'button is-quiet', type: 'button' }, this.words('map_again'));
    again.addEventListener('click', () => void this.#run(task));
    const status = this.#outcome ? [element('span', { class: 'quiet' }, `✓ ${this.words('map_done')}`)] : [];
    this.root.replaceChildren(
      element('div', { class: 'chip', part: 'chip' }, element('span', { dir: 'auto' }, caption), ...status, again),
    );
  }
}

const MAP_ACTION_CSS = `
.chip {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.4rem 0.8rem;
  padding: 0.4rem 0.9rem;
  border: 1px solid var(--_line);
  border-radius: var(--_radius);
  background: var(--_surface);
}
.chip .button { margin-inline-start: auto; }
`;
