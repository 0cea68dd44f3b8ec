import { reasonOf } from '../../protocol/errors.ts';
import type { Log } from '../../protocol/log.ts';
import type { Store } from '../../protocol/store.ts';

/** Long enough for a client that was cut off to come back. */
export const ABANDONED_AFTER_MS = 10_000;
/** Several within that time, so that one that gets lost does no harm. */
const TELL_EVERY_MS = 3_000;
/** Who comes back at the last moment is told of in time; a turn that begins here meanwhile need not be told of. */
const TELL_FIRST_MS = 500;
const CHECK_EVERY_MS = 1_000;

/** Stops turns that nobody reads any more, in this process or in another one. */
export interface Abandonment {
  /** The turn runs here from now on, and those that joined it. */
  begin(turnId: string, joinedTurnIds: readonly string[]): void;
  end(turnId: string): void;
  /** Somebody reads a turn here, or waits for its answer. */
  readHere(): void;
  readElsewhere(turnIds: readonly string[]): void;
  stop(): void;
}

export function createAbandonment(deps: {
  store: Pick<Store, 'turnLog'>;
  log: Log;
  /** Whether somebody reads it here. */
  isRead: (turnId: string) => boolean;
  /** The turns that are read here and do not run here. */
  readHere: () => string[];
  stopTurn: (turnId: string) => void;
}): Abandonment {
  /** What runs here: under which ids it is read, and when it was read last, by `performance.now()`. */
  const running = new Map<string, { turnIds: readonly string[]; readMs: number }>();
  let checking: NodeJS.Timeout | undefined;
  let telling: NodeJS.Timeout | undefined;
  let tellingFirst: NodeJS.Timeout | undefined;

  function check(): void {
    const nowMs = performance.now();
    for (const [turnId, one] of running) {
      if (one.turnIds.some(deps.isRead)) one.readMs = nowMs;
      else if (nowMs - one.readMs >= ABANDONED_AFTER_MS) {
        running.delete(turnId);
        deps.log.info({ turn_id: turnId }, 'turn stopped: nobody reads it any more');
        deps.stopTurn(turnId);
      }
    }
    if (running.size > 0) return;
    clearInterval(checking);
    checking = undefined;
  }

  function tell(): void {
    const turnIds = deps.readHere();
    if (turnIds.length === 0) {
      clearInterval(telling);
      telling = undefined;
      return;
    }
    deps.store.turnLog.tellReading(turnIds).catch((error: unknown) => {
      deps.log.debug({ reason: reasonOf(error) }, 'other instances could not be told who reads');
    });
  }

  return {
    begin(turnId, joinedTurnIds) {
      running.set(turnId, { turnIds: [turnId, ...joinedTurnIds], readMs: performance.now() });
      checking ??= setInterval(check, CHECK_EVERY_MS).unref();
    },
    end: (turnId) => void running.delete(turnId),
    readHere() {
      tellingFirst ??= setTimeout(() => {
        tellingFirst = undefined;
        tell();
      }, TELL_FIRST_MS).unref();
      telling ??= setInterval(tell, TELL_EVERY_MS).unref();
    },
    readElsewhere(turnIds) {
      const read = new Set(turnIds);
      for (const one of running.values()) {
        if (one.turnIds.some((turnId) => read.has(turnId))) one.readMs = performance.now();
      }
    },
    stop() {
      clearInterval(checking);
      clearInterval(telling);
      clearTimeout(tellingFirst);
      running.clear();
    },
  };
}
