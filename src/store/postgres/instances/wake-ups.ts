import { bind, type Query, type Statement } from '../connection/sql.ts';
import type { StoreContext } from '../context.ts';
import type { LockedLanes } from '../lanes/lanes.ts';

/*
 * What instances tell each other, over one channel of the database: ids only. A notice travels with the commit of what
 * it is about. Whoever hears nothing, e.g. because the connection was cut, finds the same with the next slow poll.
 */

/** The channel that the instances of a database listen on. Those of another schema only wake for nothing. */
export const NOTICES = 'footbridge';

const NOTIFY: Statement = { name: 'notify', text: `select pg_notify('${NOTICES}', $1)` };

/** A notice as it travels: from which instance, and what. */
export type Notice =
  | { type: 'work'; from: number }
  /** `to` runs the turn. */
  | { type: 'stop'; from: number; to: number; turnId: string }
  /** The logs of these turns have grown. */
  | { type: 'logged'; from: number; turnIds: string[] }
  /** Somebody reads these turns there. */
  | { type: 'reading'; from: number; turnIds: string[] };

const TYPES: readonly string[] = ['work', 'stop', 'logged', 'reading'] satisfies Notice['type'][];

export function notify(notice: Notice): Query {
  return bind(NOTIFY, JSON.stringify(notice));
}

/** Reads a notice. Gives nothing for what is none of ours. */
export function noticeOf(payload: string): Notice | undefined {
  try {
    const notice = JSON.parse(payload) as Notice;
    return TYPES.includes(notice.type) ? notice : undefined;
  } catch {
    return undefined;
  }
}

/**
 * What a transaction writes to wake the other instances, and does to wake this one, when it leaves something that can be
 * claimed. This one knows what it kept itself. It does not know of a delivery that only waits for its time or for a
 * limit, nor that a claim passed over a lane because this transaction had locked it.
 */
export function wakeUps(
  context: StoreContext,
  lanes: readonly LockedLanes[],
  hasHeldBack = false,
): { writes: Query[]; onCommitted: () => void } {
  const isNews = hasHeldBack || lanes.some((locked) => locked.hasPassedOver());
  const hasWork = isNews || lanes.some((locked) => locked.hasWork());
  return {
    writes: hasWork ? [notify({ type: 'work', from: context.instanceId() })] : [],
    onCommitted: () => (isNews ? tellWork(context) : undefined),
  };
}

/** Tells this process that something may be claimable. */
export function tellWork({ notices }: StoreContext): void {
  notices.work();
  notices.send();
}
