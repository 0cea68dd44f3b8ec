import type { Log } from '../../protocol/log.ts';
import type { Store, TurnWork } from '../../protocol/store.ts';
import type { TurnRules } from '../../protocol/turn-rules.ts';
import { createAbandonment } from './abandonment.ts';
import { LoggedRun } from './logged-run.ts';
import { Together } from './together.ts';
import type { TurnEnding } from './turn-ending.ts';
import { News, type TurnWatch } from './watch.ts';

/** Waits for the end of a turn that runs in this process; another instance may take it instead. */
export type EndListener = (ending: TurnEnding) => void;

/**
 * Which claim of a turn. Two may be at work here at the same time: a process that was taken for dead may be given its
 * own turn anew, while it still works on the first claim.
 */
type Claim = Pick<TurnWork, 'turnId' | 'epoch'>;

/** Who follows which turn in this process, and what those say that run here. */
export interface Followers {
  /** Gives the function that stops listening. */
  follow(turnId: string, listener: EndListener): () => void;
  watch(turnId: string): TurnWatch;
  /** A run begins in whose channel a log is kept. Who reads a turn that joined it reads it, too. */
  begin(work: TurnWork, joinedTurnIds?: readonly string[]): LoggedRun;
  /** What this claim of the turn says here; nothing when a later one speaks. */
  runOf(claim: Claim): LoggedRun | undefined;
  /** Tells whoever waits for the end of the turn. */
  tellEnd(turnId: string, ending: TurnEnding): void;
  /** This claim of the turn is not at work here any more. A later one may be. */
  leave(claim: Claim): void;
  /** The logs of these turns have grown elsewhere. */
  wake(turnIds: readonly string[]): void;
  /** Somebody reads these turns in another process. */
  readElsewhere(turnIds: readonly string[]): void;
  /** No turn runs here any more. */
  stop(ending: TurnEnding): void;
}

interface Followed {
  run?: LoggedRun | undefined;
  /** Of the latest claim; absent = it does not run here. */
  epoch?: number | undefined;
  news: Set<News>;
  listeners: Set<EndListener>;
}

/** How long what turns say first is gathered before it is kept: from then on a page that is loaded again finds them. */
const FIRST_GATHER_MS = 25;
/**
 * How long what they say next is, where nobody else works on the store. Readers here have it at once, so this is only
 * what a crash loses; readers in other processes wait for it.
 */
const GATHER_MS = 250;

export function createFollowers(deps: {
  store: Pick<Store, 'turnLog'>;
  log: Log;
  rules: Pick<TurnRules, 'onDisconnect'>;
  /** Whether other processes work on the store, in which a turn that runs here may be read. Default false. */
  isShared?: boolean;
  /** Stops a turn that runs here. */
  stopTurn: (turnId: string) => void;
}): Followers {
  const followed = new Map<string, Followed>();
  const first = new Together(FIRST_GATHER_MS);
  const together = { first, next: deps.isShared ? first : new Together(GATHER_MS) };
  const abandonment =
    deps.rules.onDisconnect === 'abort'
      ? createAbandonment({
          ...deps,
          isRead: (turnId) => hasReaders(followed.get(turnId)),
          readHere: () =>
            [...followed].flatMap(([turnId, one]) => (hasReaders(one) && one.epoch === undefined ? [turnId] : [])),
        })
      : undefined;

  function of(turnId: string): Followed {
    const known = followed.get(turnId);
    if (known) return known;
    const made: Followed = { news: new Set(), listeners: new Set() };
    followed.set(turnId, made);
    return made;
  }

  function dropUnused(turnId: string): void {
    const one = followed.get(turnId);
    if (one && one.epoch === undefined && !hasReaders(one)) followed.delete(turnId);
  }

  function tell(turnId: string): void {
    const one = followed.get(turnId);
    if (one) for (const news of one.news) news.tell();
  }

  function leave(turnId: string, one: Followed): void {
    abandonment?.end(turnId);
    one.epoch = undefined;
    one.run?.leave();
    // What it said to its end can still be read; what has no end goes on elsewhere, if at all.
    if (one.run && !one.run.feed.isOver) one.run = undefined;
    tell(turnId);
    dropUnused(turnId);
  }

  return {
    follow(turnId, listener) {
      of(turnId).listeners.add(listener);
      abandonment?.readHere();
      return () => {
        followed.get(turnId)?.listeners.delete(listener);
        dropUnused(turnId);
      };
    },
    watch(turnId) {
      const news = new News();
      of(turnId).news.add(news);
      abandonment?.readHere();
      return {
        feed: () => followed.get(turnId)?.run?.feed,
        news: (atMostMs) => news.wait(atMostMs),
        close() {
          followed.get(turnId)?.news.delete(news);
          news.tell();
          dropUnused(turnId);
        },
      };
    },
    begin(work, joinedTurnIds = []) {
      const { turnId, epoch } = work;
      const one = of(turnId);
      one.run?.leave();
      one.epoch = epoch;
      one.run = new LoggedRun(work, { ...deps, together, onAdded: () => tell(turnId) });
      abandonment?.begin(turnId, joinedTurnIds);
      tell(turnId);
      return one.run;
    },
    runOf({ turnId, epoch }) {
      const one = followed.get(turnId);
      return one?.epoch === epoch ? one.run : undefined;
    },
    tellEnd(turnId, ending) {
      const one = followed.get(turnId);
      if (one) for (const listener of one.listeners) listener(ending);
    },
    leave({ turnId, epoch }) {
      const one = followed.get(turnId);
      if (one?.epoch === epoch) leave(turnId, one);
      // Where nothing of it is told here, its readers look elsewhere at once.
      else if (one?.epoch === undefined) tell(turnId);
    },
    wake: (turnIds) => turnIds.forEach(tell),
    readElsewhere: (turnIds) => abandonment?.readElsewhere(turnIds),
    stop(ending) {
      abandonment?.stop();
      for (const [turnId, one] of followed) {
        for (const listener of one.listeners) listener(ending);
        leave(turnId, one);
      }
    },
  };
}

function hasReaders(one: Followed | undefined): boolean {
  return one !== undefined && one.news.size + one.listeners.size > 0;
}
