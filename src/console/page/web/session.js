import { randomId } from '../api.js';

const SESSION = 'footbridge.session';

/** The session of this tab: one that goes on over a reload where its messages come back, else a new one. */
export function sessionOf({ goesOn }) {
  const known = goesOn ? sessionStorage.getItem(SESSION) : undefined;
  const id = known ?? `console-${randomId()}`;
  sessionStorage.setItem(SESSION, id);
  return { id, isNew: !known };
}
