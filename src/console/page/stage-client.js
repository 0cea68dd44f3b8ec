import { readEvents } from '/console/modules/client/sse.js';
import { errorOf, request } from './api.js';

const RECONNECT_MS = 1500;

/** By platform. */
const listeners = new Map();
let isFollowing = false;

/**
 * Keeps up with an emulated platform: loads everything, follows the events, and begins again when the stream breaks.
 * Ends when there is nothing to follow, until the page has a token. All platforms share one stream.
 * @param {string} platform the name in its routes
 * @param {{loaded: (state: object) => void, told: (type: string, event: object) => void, stopped: (why: 'token' | 'off' | string) => void}} listener `stopped` gets a sentence where the service gave one
 */
export function followStage(platform, listener) {
  listeners.set(platform, listener);
  // When everybody is there.
  queueMicrotask(() => void follow());
}

document.addEventListener('token-given', () => void follow());

async function follow() {
  if (isFollowing) return;
  isFollowing = true;
  while (isFollowing) {
    try {
      // Asked for before the states, so that nothing falls between the two.
      const response = await request('/console/events');
      isFollowing = await loadAll();
      if (!isFollowing) {
        await response.body?.cancel();
        return;
      }
      for await (const { event = 'message', data } of readEvents(response.body)) {
        const { platform, ...content } = JSON.parse(data);
        listeners.get(platform)?.told(event, content);
      }
    } catch {
      // The service is restarting; what was missed comes with the next load.
    }
    await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS));
  }
}

/** Gives whether there is something to follow. */
async function loadAll() {
  const isRunning = await Promise.all([...listeners].map(([platform, listener]) => load(platform, listener)));
  return isRunning.includes(true);
}

async function load(platform, { loaded, stopped }) {
  const response = await request(`/console/${platform}/state`);
  if (!response.ok) {
    stopped(response.status === 401 ? 'token' : await errorOf(response));
    return false;
  }
  const state = await response.json();
  if (state.isRunning) loaded(state);
  else stopped('off');
  return state.isRunning;
}

/**
 * Acts as one of the emulated people. Gives the answer, or `{error}` with a sentence.
 * @param {string} platform
 * @param {string} name which act
 * @param {object} body
 */
export async function actOn(platform, name, body) {
  try {
    const response = await request(`/console/${platform}/${name}`, { json: body });
    return response.ok ? await response.json() : { error: await errorOf(response) };
  } catch {
    return { error: 'The service could not be reached.' };
  }
}
