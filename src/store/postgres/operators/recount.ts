import type { Log } from '../../../protocol/log.ts';
import type { Database, Plan, Transaction } from '../connection/database.ts';
import { bind, type Statement } from '../connection/sql.ts';
import type { LaneKind } from '../lanes/lanes.ts';
import { lockDeliveryLanes, lockTurnLanes } from '../lanes/lock-lanes.ts';
import { Places } from '../lanes/places.ts';

/*
 * The counters of a lane change with its items, in one transaction, so they cannot be wrong. Should they be all the same
 * (somebody's hand in the tables, a fault of ours), the lane would stand still for ever. One statement sees one moment:
 * where it finds them to differ they do, and nobody is just about to change them.
 */

interface RecountStatements {
  wrong: Statement;
  items: Statement;
}

/** Lanes mended at once; the rest is for the next time. */
const MOST_LANES = 100;

function statementsOf(lanes: LaneKind, items: 'turn' | 'delivery', lane: string, isOpen: string): RecountStatements {
  const running = items === 'turn' ? 'running' : 'sending';
  const counts = `count(*) filter (where state = 'waiting') as waiting, count(*) filter (where state = '${running}') as running`;
  return {
    wrong: {
      name: `${lanes}.wrong`,
      text: `
        select coalesce(lane.name, item.name) as name, coalesce(item.channel, '') as channel
        from ${lanes} as lane
          full join (
            select ${lane} as name, min(channel) as channel, ${counts} from ${items} where ${isOpen} group by ${lane}
          ) as item on item.name = lane.name
        where lane.waiting is distinct from item.waiting or lane.running is distinct from item.running
        limit ${MOST_LANES}`,
    },
    items: {
      name: `${items}.recount`,
      text: `select ${lane} as name, ${counts} from ${items} where ${lane} = any($1::text[]) and ${isOpen} group by ${lane}`,
    },
  };
}

const RECOUNTS: Readonly<Record<LaneKind, RecountStatements>> = {
  turn_lane: statementsOf('turn_lane', 'turn', 'conversation', 'finished_at_ms is null and joined_to is null'),
  delivery_lane: statementsOf('delivery_lane', 'delivery', 'lane', `state in ('waiting', 'sending')`),
};

/** Sets counters right that are wrong. */
export async function mendLanes(database: Database, log: Log): Promise<void> {
  for (const kind of ['turn_lane', 'delivery_lane'] as const) {
    const wrong = await database.rows<{ name: string; channel: string }>(bind(RECOUNTS[kind].wrong));
    if (wrong.length === 0) continue;
    await database.transact((transaction) => recount(transaction, kind, wrong));
    log.error({ lanes: wrong.length, kind }, 'lanes had wrong counters, and were mended');
  }
}

async function recount(
  transaction: Transaction,
  kind: LaneKind,
  wrong: readonly { name: string; channel: string }[],
): Promise<Plan<undefined>> {
  const names = wrong.map(({ name }) => name);
  const locking =
    kind === 'turn_lane'
      ? lockTurnLanes(transaction, names)
      : lockDeliveryLanes(
          transaction,
          wrong.map(({ name, channel }) => ({ lane: name, channel })),
        );
  const counting = transaction.rows<{ name: string; waiting: number; running: number }>(
    bind(RECOUNTS[kind].items, names),
  );
  const [lanes, counted, places] = await Promise.all([locking, counting, Places.draw(transaction, names.length)]);
  const items = new Map(counted.map((row) => [row.name, row]));
  for (const name of names) lanes.recount(name, items.get(name) ?? { waiting: 0, running: 0 }, places.next());
  return { result: undefined, writes: lanes.writes() };
}
