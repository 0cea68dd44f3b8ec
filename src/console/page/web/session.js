import { randomId } from '../api.js';

const SESSION = 'footbridge.session';

/** The session of this tab, which goes on over a reload. */
export function sessionOf() {
  const known = sessionStorage.getItem(SESSION);
  const id = known ?? `console-${randomId()}`;
  sessionStorage.setItem(SESSION, id);
  return { id, isNew: !known };
}
