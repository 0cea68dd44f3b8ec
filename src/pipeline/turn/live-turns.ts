/** Why a turn's run was cut short: it took too long, somebody asked, or the service is stopping. */
export type Cut = 'deadline' | 'stopped' | 'given_up';

/** A turn that runs in this process. */
export class LiveTurn {
  /** Resolves when the run is cut short; never, when it is not. */
  readonly whenCut: Promise<void>;
  #onCut = () => {};
  #cut: Cut | undefined;
  #controller: AbortController | undefined;

  constructor() {
    this.whenCut = new Promise((resolve) => {
      this.#onCut = resolve;
    });
  }

  get cut(): Cut | undefined {
    return this.#cut;
  }

  /** Aborted when the run is cut short. Made for whoever asks: it costs more than the rest of this. */
  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController();
      if (this.#cut !== undefined) this.#controller.abort();
    }
    return this.#controller.signal;
  }

  /** Only the first cut counts. */
  cutShort(cut: Cut): void {
    if (this.#cut !== undefined) return;
    this.#cut = cut;
    this.#onCut();
    this.#controller?.abort();
  }
}

/**
 * The turns that run in this process, so that each can be cut short. Somebody may ask to stop a turn that the store
 * has given out and that has not begun here yet; that is remembered until it does.
 */
export interface LiveTurns {
  begin(turnId: string): LiveTurn;
  /** Nothing changes where the turn was begun anew since. */
  end(turnId: string, turn: LiveTurn): void;
  stop(turnId: string): void;
  giveUp(): void;
  has(turnId: string): boolean;
}

/** What has not begun by then had ended when it was to be stopped. */
const STOP_REMEMBERED_MS = 10_000;
const MAX_STOPS_AHEAD = 1_000;

export function createLiveTurns(): LiveTurns {
  const live = new Map<string, LiveTurn>();
  /** When each was asked for, oldest first. */
  const stopsAhead = new Map<string, number>();

  function remember(turnId: string): void {
    const nowMs = performance.now();
    for (const [other, askedMs] of stopsAhead) {
      if (nowMs - askedMs < STOP_REMEMBERED_MS && stopsAhead.size < MAX_STOPS_AHEAD) break;
      stopsAhead.delete(other);
    }
    stopsAhead.set(turnId, nowMs);
  }

  function wasStoppedAhead(turnId: string): boolean {
    const askedMs = stopsAhead.get(turnId);
    if (askedMs === undefined) return false;
    stopsAhead.delete(turnId);
    return performance.now() - askedMs < STOP_REMEMBERED_MS;
  }

  return {
    begin(turnId) {
      const turn = new LiveTurn();
      live.set(turnId, turn);
      if (stopsAhead.size > 0 && wasStoppedAhead(turnId)) turn.cutShort('stopped');
      return turn;
    },
    end(turnId, turn) {
      if (live.get(turnId) === turn) live.delete(turnId);
    },
    stop(turnId) {
      const turn = live.get(turnId);
      if (turn) turn.cutShort('stopped');
      else remember(turnId);
    },
    giveUp() {
      for (const turn of live.values()) turn.cutShort('given_up');
    },
    has: (turnId) => live.has(turnId),
  };
}
