import type { Transaction } from '../connection/database.ts';
import { bind, type Statement } from '../connection/sql.ts';

const DRAW: Statement = {
  name: 'item_seq.draw',
  text: `select nextval('item_seq') as place from generate_series(1, $1::integer)`,
};

/** Numbers that are higher than all that were drawn before. */
export class Places {
  readonly #numbers: number[];

  private constructor(numbers: number[]) {
    this.#numbers = numbers;
  }

  /** Draws so many at most. To be asked for behind the locks, so that places follow the order of the commits. */
  static async draw(transaction: Transaction, count: number): Promise<Places> {
    if (count === 0) return new Places([]);
    const rows = await transaction.rows<{ place: number }>(bind(DRAW, count));
    return new Places(rows.map(({ place }) => place).reverse());
  }

  next(): number {
    const number = this.#numbers.pop();
    if (number === undefined) throw new Error('more places were given than were drawn');
    return number;
  }
}
