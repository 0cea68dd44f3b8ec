import { junctionsIn, readMapAction } from '/console/modules/client/entry.js';
import { request } from '../../api.js';
import { element } from '../../dom.js';
import { word } from '../../words.js';
import { tableNode } from '../cards.js';

const MAX_ROWS = 200;

/**
 * What a map was told, as a chip: this page has no map, and shows the places in figures to whoever asks. Nothing for an
 * action that is not exactly as it should be.
 */
export function mapChip({ action: name, params, fallbackText }, { sessionId, isReplay, report }) {
  const action = readMapAction(name, params);
  if (!action) return undefined;
  const caption = fallbackText || word('map');
  if (action.type === 'junctions') return junctionsChip(action, { caption, sessionId, isReplay, report });
  report('rendered');
  return chip(caption, tableNode({ caption, ...factsOf(action) }));
}

/** What to show is elsewhere: it is fetched, and shown whole or not at all. */
function junctionsChip({ renderRef }, { caption, sessionId, isReplay, report }) {
  const content = element('div', {});
  const node = chip(caption, content);
  let state = 'none';
  const load = async () => {
    if (state !== 'none') return;
    state = 'loading';
    const facts = await junctionFacts(renderRef, sessionId);
    state = facts ? 'loaded' : 'none';
    if (facts) {
      const { rowsLeftOut, ...table } = facts;
      const more = rowsLeftOut > 0 ? [word('rows_left_out', { count: rowsLeftOut })] : [];
      content.replaceChildren(
        tableNode({ caption, ...table }),
        ...more.map((text) => element('p', { class: 'quietly' }, text)),
      );
      report('rendered');
    } else {
      content.replaceChildren(element('p', { role: 'status' }, word('map_lost')));
      report('error', 'What is behind the ref could not be had, or is not what it should be.');
    }
  };
  node.addEventListener('toggle', () => node.open && void load());
  // What was done on a map is not done again when an old message is shown.
  if (!isReplay) void load();
  return node;
}

function chip(caption, content) {
  const summary = element('summary', {}, element('strong', { dir: 'auto' }, caption), ' ');
  summary.append(element('span', {}, word('show')));
  return element('details', { class: 'widget card map' }, summary, content);
}

function factsOf(action) {
  switch (action.type) {
    case 'locate':
      return { headers: [word('on_layer', { layer: action.layer })], rows: action.ids.map((id) => [id]) };
    case 'zoom':
      return { headers: ['west', 'south', 'east', 'north'].map((key) => word(key)), rows: [action.box.map(degrees)] };
    case 'center': {
      const { center, zoom } = action;
      const row = [degrees(center.lat), degrees(center.lon), String(zoom)];
      return { headers: [word('latitude'), word('longitude'), word('zoom')], rows: [row] };
    }
    case 'style': {
      const rows = Object.entries(action.style).map(([name, value]) => [name, String(value)]);
      return { headers: [word('on_layer', { layer: action.layer }), ''], rows };
    }
  }
}

async function junctionFacts(renderRef, sessionId) {
  const path = `/api/v1/agent/chat/render-ref/${renderRef}?${new URLSearchParams({ session_id: sessionId })}`;
  const response = await request(path).catch(() => undefined);
  const junctions = response?.ok ? junctionsIn(await response.json().catch(() => undefined)) : undefined;
  return (
    junctions && {
      headers: ['id', 'label', 'latitude', 'longitude'].map((key) => word(key)),
      rows: junctions.slice(0, MAX_ROWS).map(({ id, label = '', lat, lon }) => [id, label, degrees(lat), degrees(lon)]),
      rowsLeftOut: junctions.length - MAX_ROWS,
    }
  );
}

function degrees(value) {
  return `${Number(value.toFixed(6))}°`;
}
