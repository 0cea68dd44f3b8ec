import type { DeliveryClaim, Settlement } from '../../../protocol/kept-delivery.ts';
import type { FinishedTurn, Freed, TurnFinish } from '../../../protocol/store.ts';
import { STOPPED } from '../../turn-reasons.ts';
import type { Outcome } from '../outcome.ts';

/** Far more than can be under way at a time; the oldest go. */
const MOST_REMEMBERED = 10_000;

interface Row {
  state: string;
  epoch: number;
}

interface TurnRow extends Row {
  is_stop_asked: boolean;
}

/**
 * Ends whose commit was cut: they may be done. Whoever ends the same again under the same epoch, and finds it ended just
 * so, has done it himself; everybody else has lost the claim.
 */
export class Doubts {
  readonly #ends = new Set<string>();

  /** What was claimed in the same commit is given back elsewhere, so a repeat gives none of it. */
  noteEnd({ turnId, epoch, state }: TurnFinish): void {
    this.#note(turnId, epoch, state);
  }

  noteRelease({ turnId, epoch }: { turnId: string; epoch: number }): void {
    this.#note(turnId, epoch, 'waiting');
  }

  noteSettlement({ deliveryId, epoch }: DeliveryClaim, { state }: Settlement): void {
    this.#note(deliveryId, epoch, state);
  }

  endOf({ turnId, epoch, state, reason }: TurnFinish, row: TurnRow | undefined): Outcome<FinishedTurn> | undefined {
    if (!this.#wasDone(turnId, epoch, state, row)) return undefined;
    // Nobody asks to stop a turn that has ended, so it was asked before.
    const isStopped = row?.is_stop_asked === true && state === 'done' && reason !== STOPPED;
    return { result: { laneWaits: true, taken: { deliveries: [] }, ...(isStopped && { isStopped }) } };
  }

  releaseOf({ turnId, epoch }: { turnId: string; epoch: number }, row: Row | undefined): Outcome<void> | undefined {
    return this.#wasDone(turnId, epoch, 'waiting', row) ? { result: undefined } : undefined;
  }

  settlementOf(
    { deliveryId, epoch }: DeliveryClaim,
    { state }: Settlement,
    row: Row | undefined,
  ): Outcome<Freed> | undefined {
    return this.#wasDone(deliveryId, epoch, state, row) ? { result: { laneWaits: state !== 'waiting' } } : undefined;
  }

  #note(id: string, epoch: number, state: string): void {
    this.#ends.add(keyOf(id, epoch, state));
    if (this.#ends.size <= MOST_REMEMBERED) return;
    for (const oldest of this.#ends) {
      this.#ends.delete(oldest);
      return;
    }
  }

  #wasDone(id: string, epoch: number, state: string, row: Row | undefined): boolean {
    return row?.epoch === epoch && row.state === state && this.#ends.has(keyOf(id, epoch, state));
  }
}

function keyOf(id: string, epoch: number, state: string): string {
  return JSON.stringify([id, epoch, state]);
}
