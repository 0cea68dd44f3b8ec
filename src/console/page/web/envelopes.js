import { readEnvelope } from '/console/modules/client/entry.js';
import { request } from '../api.js';
import { fallbackCard } from './cards.js';
import { chartCard } from './envelopes/chart.js';
import { mapChip } from './envelopes/map.js';
import { PANELS } from './envelopes/panels.js';

/**
 * Draws the envelopes of a session and tells the service how each is shown.
 * @param {string} sessionId
 */
export function sessionEnvelopes(sessionId) {
  return {
    /**
     * @param {{id: string, envelope: unknown}} part
     * @param {{isReplay?: boolean, isReported?: boolean}} how a replay shows what a map was told, and does not do it again
     */
    draw({ id, envelope: given }, { isReplay = false, isReported = false } = {}) {
      const report = isReported ? () => {} : (status, error) => void reportStatus(id, sessionId, status, error);
      const { envelope, unshowable } = readEnvelope(given);
      const node = envelope && nodeOf(envelope, { sessionId, isReplay, report });
      if (node) return node;
      report('fallback');
      return fallbackCard((envelope ?? unshowable).fallbackText);
    },
  };
}

/** Whoever draws it reports by themselves; nothing = it cannot be drawn. */
function nodeOf(envelope, context) {
  switch (envelope.kind) {
    case 'chart':
      return reported(chartCard(envelope), context);
    case 'map_action':
      return mapChip(envelope, context);
    case 'registered_component':
      return reported(panelOf(envelope), context);
  }
}

function panelOf({ component, surface, props }) {
  if (!Object.hasOwn(PANELS, component)) return undefined;
  const { surfaces, draw } = PANELS[component];
  return surfaces.includes(surface) ? draw(props) : undefined;
}

function reported(node, { report }) {
  if (node) report('rendered');
  return node;
}

/** That it is not heard changes nothing for the person. */
async function reportStatus(id, sessionId, renderStatus, error) {
  const json = { session_id: sessionId, renderStatus, ...(error && { error }) };
  await request(`/api/v1/agent/chat/envelopes/${encodeURIComponent(id)}/status`, { json }).catch(() => {});
}
