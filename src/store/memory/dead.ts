import type { DeadItem, DeadPage } from '../../protocol/dead-item.ts';
import { cursorOf, placeOf } from '../dead-cursor.ts';

/** A page out of all dead items of a kind. */
export function deadPage(
  all: readonly (DeadItem & { seq: number })[],
  query: { limit: number; channel?: string; cursor?: string },
): DeadPage {
  const place = placeOf(query.cursor);
  const rest = all
    .filter(({ channel }) => query.channel === undefined || channel === query.channel)
    .filter(({ diedAtMs, seq }) => diedAtMs < place.diedAtMs || (diedAtMs === place.diedAtMs && seq < place.seq))
    .sort((a, b) => b.diedAtMs - a.diedAtMs || b.seq - a.seq);
  const page = rest.slice(0, Math.max(0, query.limit));
  const last = page.at(-1);
  return {
    items: page.map(({ seq: _, ...item }) => item),
    ...(last && rest.length > page.length && { cursor: cursorOf(last) }),
  };
}
