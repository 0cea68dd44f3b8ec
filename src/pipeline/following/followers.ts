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

/** Who follows which turn in this process, and what those say that run here. */
export interface Followers {
  /** Gives the function that stops listening. */
  follow(turnId: string, listener: EndListener): () => void;
  watch(turnId: string): TurnWatch;
  /** A run begins in whose channel a log is kept. */
  begin(work: TurnWork): LoggedRun;
  runOf(turnId: string): LoggedRun | undefined;
  /** Tells whoever waits for the end of the turn. */
  tellEnd(turnId: string, ending: TurnEnding): void;
  /** The turn does not run here any more. */
  leave(turnId: string): void;
  /** The logs of these turns have grown elsewhere. */
  wake(turnIds: readonly string[]): void;
  /** Somebody reads these turns in another process. */
  readElsewhere(turnIds: readonly string[]): void;
  /** No turn runs here any more. */
  stop(ending: TurnEnding): void;
}

interface Followed {
  run?: LoggedRun | undefined;
  isRunning: boolean;
  news: Set<News>;
  listeners: Set<EndListener>;
}

export function createFollowers(deps: {
  store: Pick<Store, 'turnLog'>;
  log: Log;
  rules: Pick<TurnRules, 'onDisconnect'>;
  /** Stops a turn that runs here. */
  stopTurn: (turnId: string) => void;
}): Followers {
  const followed = new Map<string, Followed>();
  const together = new Together();
  const abandonment =
    deps.rules.onDisconnect === 'abort'
      ? createAbandonment({
          ...deps,
          isRead: (turnId) => hasReaders(followed.get(turnId)),
          readHere: () => [...followed].flatMap(([turnId, one]) => (hasReaders(one) && !one.isRunning ? [turnId] : [])),
        })
      : undefined;

  function of(turnId: string): Followed {
    const known = followed.get(turnId);
    if (known) return known;
    const made: Followed = { isRunning: false, news: new Set(), listeners: new Set() };
    followed.set(turnId, made);
    return made;
  }

  function dropUnused(turnId: string): void {
    const one = followed.get(turnId);
    if (one && !one.isRunning && !hasReaders(one)) followed.delete(turnId);
  }

  function tell(turnId: string): void {
    const one = followed.get(turnId);
    if (one) for (const news of one.news) news.tell();
  }

  function leave(turnId: string): void {
    abandonment?.end(turnId);
    const one = followed.get(turnId);
    if (!one) return;
    one.isRunning = false;
    one.run?.leave();
    // What it said to its end can still be read; what has no end goes on elsewhere, if at all.
    if (one.run && !one.run.feed.isOver) one.run = undefined;
    tell(turnId);
    dropUnused(turnId);
  }

  return {
    follow(turnId, listener) {
      of(turnId).listeners.add(listener);
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
    begin(work) {
      const { turnId } = work;
      const one = of(turnId);
      one.isRunning = true;
      one.run = new LoggedRun(work, { ...deps, together, onAdded: () => tell(turnId) });
      abandonment?.begin(turnId);
      tell(turnId);
      return one.run;
    },
    runOf: (turnId) => followed.get(turnId)?.run,
    tellEnd(turnId, ending) {
      const one = followed.get(turnId);
      if (one) for (const listener of one.listeners) listener(ending);
    },
    leave,
    wake: (turnIds) => turnIds.forEach(tell),
    readElsewhere: (turnIds) => abandonment?.readElsewhere(turnIds),
    stop(ending) {
      abandonment?.stop();
      for (const [turnId, { listeners }] of followed) {
        for (const listener of listeners) listener(ending);
        leave(turnId);
      }
    },
  };
}

function hasReaders(one: Followed | undefined): boolean {
  return one !== undefined && one.news.size + one.listeners.size > 0;
}
