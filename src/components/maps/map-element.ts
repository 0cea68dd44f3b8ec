import { fetchJunctions } from '../../client/agent-ui/fetch-junctions.ts';
import type { MapAction } from '../../client/agent-ui/map-action.ts';
import { element } from '../base/element.ts';
import { FootbridgeElement } from '../base/footbridge-element.ts';
import type { ComponentHost } from '../host/component-host.ts';
import type { DrawnMap } from './draw-map.ts';
import { MAP_CSS } from './map-css.ts';
import { afterAction, EMPTY_MAP, type MapLayer, type MapState, withJunctions, withLayer } from './map-state.ts';
import { placesList } from './places-list.ts';

/** `fallback`: it does not fit this map. `error`: what belongs on it could not be had. The map is as it was before. */
export type MapOutcome = 'rendered' | 'fallback' | 'error';

/**
 * `<footbridge-map>`: a map of the page's own layers, without anybody's tiles, and its places as a list for whoever does
 * not see it. MapLibre is loaded when there is something to show; without it, or without WebGL, the list stands alone.
 * Whenever it shows something else, that is the event `footbridge-map-shown`.
 */
export class FootbridgeMap extends FootbridgeElement {
  #state: MapState = EMPTY_MAP;
  #drawn: { map: Promise<DrawnMap>; ending: AbortController } | undefined;
  #list: HTMLElement | undefined;
  readonly #nothing = element('p', { class: 'quiet' });

  constructor() {
    super(MAP_CSS);
  }

  /** What the map shows. */
  get state(): MapState {
    return this.#state;
  }

  /** Registers a layer: from now on actions may name it. One of the same name is replaced, and keeps its style. */
  addLayer(layer: MapLayer): void {
    this.#show(withLayer(this.#state, layer));
  }

  /** Does an action, or leaves the map as it is. What is behind a render ref is fetched and checked before it counts. */
  async apply(action: MapAction, { connection, sessionId }: ComponentHost = {}): Promise<MapOutcome> {
    if (action.type !== 'junctions') {
      const next = afterAction(this.#state, action);
      if (next) this.#show(next);
      return next ? 'rendered' : 'fallback';
    }
    if (!connection || sessionId === undefined) return 'error';
    try {
      const junctions = await fetchJunctions(connection, { renderRef: action.renderRef, sessionId });
      this.#show(withJunctions(this.#state, junctions, this.words('junctions')));
      return 'rendered';
    } catch {
      return 'error';
    }
  }

  disconnectedCallback(): void {
    this.#drawn?.ending.abort();
    this.#drawn = undefined;
  }

  #show(state: MapState): void {
    this.#state = state;
    this.changed();
    this.tell('footbridge-map-shown', {});
  }

  protected draw(): void {
    if (!this.#list) this.#begin();
    const isEmpty = this.#state.layers.length === 0 && !this.#state.view;
    this.toggleAttribute('empty', isEmpty);
    this.#list?.replaceChildren(...(isEmpty ? [] : placesList(this.#state, this.words)));
    this.#nothing.hidden = !isEmpty;
    if (isEmpty) return;
    this.#drawn ??= this.#drawMap(new AbortController());
    const { map, ending } = this.#drawn;
    map
      .then((drawn) => ending.signal.aborted || drawn.show(this.#state))
      .catch(() => ending.signal.aborted || this.#withoutMap());
  }

  #begin(): void {
    this.#list = element('div', { class: 'list' });
    const frame = element('div', { class: 'frame', part: 'map' });
    const details = element('details', { part: 'list' }, element('summary', {}, this.words('map_as_list')), this.#list);
    this.#nothing.textContent = this.words('map_nothing');
    this.root.replaceChildren(
      element(
        'section',
        { class: 'card', part: 'card', 'aria-label': this.words('map') },
        this.#nothing,
        frame,
        details,
      ),
    );
  }

  #drawMap(ending: AbortController): { map: Promise<DrawnMap>; ending: AbortController } {
    const words = { title: this.words('map'), zoomIn: this.words('zoom_in'), zoomOut: this.words('zoom_out') };
    const load = async () => {
      const { drawMap } = await import('./draw-map.ts');
      const frame = this.root.querySelector<HTMLElement>('.frame');
      if (!frame) throw new TypeError('There is no place for the map.');
      frame.classList.remove('is-off');
      return drawMap(frame, { words, signal: ending.signal });
    };
    return { map: load(), ending };
  }

  #withoutMap(): void {
    const frame = this.root.querySelector('.frame');
    if (!frame || frame.classList.contains('is-off')) return;
    frame.classList.add('is-off');
    frame.replaceChildren(element('p', { class: 'quiet', role: 'status' }, this.words('map_not_drawn')));
    const details = this.root.querySelector('details');
    if (details) details.open = true;
  }
}
