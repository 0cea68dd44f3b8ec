import { newKey } from '../../client/new-key.ts';

const KEY = 'footbridge.session';

/** The session of this tab: one that goes on when the page is loaded again. */
export function keptSession(): { id: string; isNew: boolean } {
  const known = storage()?.getItem(KEY);
  if (known) return { id: known, isNew: false };
  const id = `web-${newKey()}`;
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
