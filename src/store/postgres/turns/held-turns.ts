import { turnClaimLost } from '../../faults.ts';
import type { Transaction } from '../connection/database.ts';
import { Outdated } from '../connection/postgres-errors.ts';
import { bind, type Statement } from '../connection/sql.ts';
import type { LockedLanes } from '../lanes/lanes.ts';
import { HAS_JOINED } from './end.ts';

const READ: Statement = {
  name: 'turn.read',
  text: `
    select seq, turn_id, place, conversation, person_id, state, epoch, joined_to, is_stop_asked,
      ${HAS_JOINED}
    from turn where turn_id = any($1::text[])`,
};

/** A turn as it is while its lane is locked. */
export interface HeldTurn {
  seq: number;
  turn_id: string;
  place: number;
  conversation: string;
  person_id: string | null;
  state: string;
  epoch: number;
  joined_to: number | null;
  is_stop_asked: boolean;
  has_joined: boolean;
}

/** Turns that somebody says to hold. */
export class HeldTurns {
  readonly #rows: ReadonlyMap<string, HeldTurn>;
  readonly #lanes: LockedLanes;

  private constructor(rows: readonly HeldTurn[], lanes: LockedLanes) {
    this.#rows = new Map(rows.map((row) => [row.turn_id, row]));
    this.#lanes = lanes;
  }

  /** To be asked for behind the locks of their lanes. */
  static async read(
    transaction: Transaction,
    turnIds: readonly string[],
    locking: Promise<LockedLanes>,
  ): Promise<HeldTurns> {
    const reading = transaction.rows<HeldTurn>(bind(READ, turnIds));
    const [rows, lanes] = await Promise.all([reading, locking]);
    return new HeldTurns(rows, lanes);
  }

  /** Gives the turn when the claim is good, and otherwise why it is not. Once it was ended or put back, it is not. */
  of(claim: { turnId: string; epoch: number }): HeldTurn | Error {
    const row = this.#rows.get(claim.turnId);
    if (row?.state !== 'running' || row.joined_to !== null || row.epoch !== claim.epoch) {
      return turnClaimLost(claim.turnId);
    }
    // Its conversation moved while its lane was waited for.
    if (!this.#lanes.has(row.conversation)) throw new Outdated();
    return row;
  }

  /** Whatever it does; nothing when there is none. */
  any(turnId: string): HeldTurn | undefined {
    return this.#rows.get(turnId);
  }
}
