import { word } from './words.js';

const USER = 'footbridge.user';
const TOKEN = 'footbridge.token';

/** Who this browser tab is, for the service: the same until the tab is closed. */
export function userId() {
  const known = sessionStorage.getItem(USER);
  if (known) return known;
  const bytes = crypto.getRandomValues(new Uint8Array(3));
  const made = `visitor-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
  sessionStorage.setItem(USER, made);
  return made;
}

/** The user token that was given to this page; nothing where none was needed. */
export function givenToken() {
  return sessionStorage.getItem(TOKEN) ?? undefined;
}

/** Speaks with this user token from now on; it names its user itself. The page hears of it as `token-given`. */
export function setToken(token) {
  sessionStorage.setItem(TOKEN, token);
  document.dispatchEvent(new Event('token-given'));
}

/** Headers that say who this visitor is. */
function identity() {
  const token = givenToken();
  return token ? { Authorization: `Bearer ${token}` } : { 'X-User-Id': userId() };
}

/** `fetch` in the name of this visitor. `json` is the body of a POST. An answer 401 is told to the page as `token-needed`. */
export async function request(path, { json, headers = {} } = {}) {
  const response = await fetch(path, {
    method: json === undefined ? 'GET' : 'POST',
    headers: {
      ...identity(),
      ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  if (response.status === 401) document.dispatchEvent(new Event('token-needed'));
  return response;
}

/** The sentence of an answer that is an error. */
export async function errorOf(response) {
  const body = await response.json().catch(() => undefined);
  return body?.error?.message ?? word('answered_status', { status: response.status });
}
