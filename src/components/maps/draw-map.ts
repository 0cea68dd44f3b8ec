import { type GeoJSONSource, Map as MapLibre, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import { element } from '../base/element.ts';
import { colorOf } from '../charts/chart-theme.ts';
import { layersOf, sourceOf } from './map-layers.ts';
import type { MapState, MapView } from './map-state.ts';
import { placeName } from './place-name.ts';

/** A map on the page. */
export interface DrawnMap {
  /** Shows a state, whatever was shown before. */
  show(state: MapState): void;
}

const MAX_ZOOM_OF_BOX = 16;

/**
 * Draws a map with nothing on it but what states have: no tiles, no fonts, nothing is fetched. An abort removes it, and
 * frees what it holds. Rejects without WebGL, and when it is removed before it is there.
 */
export async function drawMap(
  frame: HTMLElement,
  { words, signal }: { words: { title: string; zoomIn: string; zoomOut: string }; signal: AbortSignal },
): Promise<DrawnMap> {
  setWorkerUrl(await workerSource());
  signal.throwIfAborted();
  const place = element('div', { class: 'map' });
  const pick = element('div', { class: 'pick', role: 'status', dir: 'auto' });
  const own = element('div', {}, place);
  frame.replaceChildren(own);
  const background = colorOf(frame, '--_raised');
  const map = new MapLibre({
    container: place,
    style: {
      version: 8,
      sources: {},
      layers: [{ id: 'background', type: 'background', paint: { 'background-color': background } }],
    },
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    fadeDuration: 0,
    maxZoom: 24,
    locale: { 'Map.Title': words.title },
  });
  const scheme = matchMedia('(prefers-color-scheme: dark)');
  const repaint = () => show(state);
  const remove = () => {
    scheme.removeEventListener('change', repaint);
    map.remove();
    own.remove();
  };
  signal.addEventListener('abort', remove, { once: true });
  await new Promise<void>((resolve, reject) => {
    map.once('load', () => resolve());
    map.once('error', ({ error }) => reject(error));
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  own.append(zoomButtons(map, words), pick);
  let known: string[] = [];
  let view: MapView | undefined;
  let state: MapState = { layers: [] };

  map.on('click', ({ point }) => {
    const [found] = map.queryRenderedFeatures(point, { layers: known });
    const layer = state.layers.find(({ name }) => sourceOf(name) === found?.source);
    const feature = layer?.features[Number(found?.id)];
    pick.textContent = feature ? placeName(feature) : '';
  });

  const show = (next: MapState) => {
    state = next;
    map.setPaintProperty('background', 'background-color', colorOf(frame, '--_raised'));
    const colors = {
      accent: colorOf(frame, '--_accent'),
      located: colorOf(frame, '--_warn'),
      edge: colorOf(frame, '--_surface'),
    };
    const layers = next.layers.flatMap((layer) => layersOf(layer, next.located, colors));
    for (const id of known) map.removeLayer(id);
    for (const layer of next.layers) setSource(map, layer.name, layer.features);
    for (const layer of layers) map.addLayer(layer);
    known = layers.map(({ id }) => id);
    if (next.view && next.view !== view) look(map, next.view);
    view = next.view;
  };
  scheme.addEventListener('change', repaint);
  return { show };
}

let source: Promise<string> | undefined;

/**
 * Where MapLibre's worker comes from. A browser takes one from the page's own origin only, so a page that has these
 * files from elsewhere gets a copy: all that its policy has to allow for that is `worker-src blob:`.
 */
function workerSource(): Promise<string> {
  const { href, origin } = new URL(workerUrl, import.meta.url);
  if (origin === location.origin) return Promise.resolve(href);
  source ??= fetch(href)
    .then((response) => response.text())
    .then((code) => URL.createObjectURL(new Blob([code], { type: 'text/javascript' })));
  return source;
}

function setSource(map: MapLibre, name: string, features: MapState['layers'][number]['features']): void {
  // Ids of features may be words, which MapLibre does not take: it gets their numbers in the list.
  const data = {
    type: 'FeatureCollection',
    features: features.map((feature, id) => ({ ...feature, id, properties: { id: String(feature.id) } })),
  };
  const known = map.getSource<GeoJSONSource>(sourceOf(name));
  if (known) known.setData(data as never);
  else map.addSource(sourceOf(name), { type: 'geojson', data: data as never });
}

function look(map: MapLibre, view: MapView): void {
  if (view.type === 'center') {
    map.jumpTo({ center: [view.lon, view.lat], zoom: view.zoom });
    return;
  }
  const [west, south, east, north] = view.box;
  // A box over the antimeridian goes on behind 180 degrees.
  map.fitBounds([west, south, east < west ? east + 360 : east, north], {
    padding: 40,
    maxZoom: MAX_ZOOM_OF_BOX,
    animate: false,
  });
}

function zoomButtons(map: MapLibre, { zoomIn, zoomOut }: { zoomIn: string; zoomOut: string }): HTMLElement {
  const button = (text: string, label: string, click: () => void) =>
    element('button', { type: 'button', 'aria-label': label, click }, text);
  return element(
    'div',
    { class: 'zoom' },
    button('+', zoomIn, () => map.zoomIn()),
    button('−', zoomOut, () => map.zoomOut()),
  );
}
