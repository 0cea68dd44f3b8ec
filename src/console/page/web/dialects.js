import { reduceAgentUi, reduceMuxi, reduceUbp } from '/console/modules/client/entry.js';
import { fillSwitch } from '../pane-shell.js';
import { word } from '../words.js';

const CHOSEN = 'footbridge.dialect';

/**
 * The dialects in which the web chat can speak: where a message goes, and how its frames are read. `query` says to the
 * routes of a stream what this page can draw.
 */
const DIALECTS = {
  muxi: { path: '/v1/chat', body: { stream: true }, reduce: reduceMuxi },
  ubp: { path: '/v1/chat/stream', body: {}, reduce: reduceUbp },
  'agent-ui': { path: '/api/v1/agent/chat/stream', body: {}, reduce: reduceAgentUi },
};

/** A switch between the dialects. The choice is kept, and counts from the next message on. */
export function dialectSwitch(node, capabilities) {
  const kept = localStorage.getItem(CHOSEN);
  let name = kept !== null && Object.hasOwn(DIALECTS, kept) ? kept : 'muxi';
  const choices = Object.keys(DIALECTS).map((other) => {
    const choose = () => {
      name = other;
      localStorage.setItem(CHOSEN, other);
    };
    return [word(`dialect_${other.replace('-', '_')}`), other === name, choose];
  });
  fillSwitch(node, 'dialect', choices);
  return {
    /** How to speak now. */
    current() {
      const query = new URLSearchParams(name === 'ubp' ? { capabilities: capabilities().join(',') } : {});
      const { path, body, reduce } = DIALECTS[name];
      return { name, body, reduce, url: withQuery(path, query), resumeUrl: (turnId) => resumeUrl(turnId, name, query) };
    },
  };
}

function resumeUrl(turnId, dialect, query) {
  const all = new URLSearchParams([['dialect', dialect], ...query]);
  return withQuery(`/v1/turns/${encodeURIComponent(turnId)}/stream`, all);
}

function withQuery(path, query) {
  return query.size === 0 ? path : `${path}?${query}`;
}
