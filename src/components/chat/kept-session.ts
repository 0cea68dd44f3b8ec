import { randomId } from '../../client/random-id.ts';

const KEY = 'footbridge.session';

export interface ChatSession {
  id: string;
  /** Nothing was said in it yet. */
  isNew: boolean;
}

/** The session of this tab: one that goes on when the page is loaded again. */
export function keptSession(): ChatSession {
  const known = storage()?.getItem(KEY);
  return known ? { id: known, isNew: false } : newSession();
}

/** A session in which nobody has said anything; from now on it is the one of this tab. */
export function newSession(): ChatSession {
  const id = `web-${randomId()}`;
  storage()?.setItem(KEY, id);
  return { id, isNew: true };
}

/** Nothing where the reader's browser keeps nothing for a page. */
function storage(): Storage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}
