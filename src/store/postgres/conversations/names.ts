import type { Transaction } from '../connection/database.ts';
import { Outdated } from '../connection/postgres-errors.ts';
import { bind, type Statement } from '../connection/sql.ts';
import type { LockedLanes } from '../lanes/lanes.ts';

const NAMES: Statement = {
  name: 'conversation.names',
  text: `
    select asked.name, coalesce(alias.current_name, asked.name) as current_name,
      coalesce(kept.generation, 0) as generation
    from unnest($1::text[]) as asked (name)
      left join conversation_alias as alias on alias.name = asked.name
      left join conversation_generation as kept on kept.conversation = coalesce(alias.current_name, asked.name)`,
};

/** What conversations are called today, and how often they began anew. */
export class Names {
  readonly #rows: ReadonlyMap<string, { currentName: string; generation: number }>;

  private constructor(rows: ReadonlyMap<string, { currentName: string; generation: number }>) {
    this.#rows = rows;
  }

  static async read(transaction: Transaction, names: Iterable<string>): Promise<Names> {
    const asked = [...new Set(names)];
    if (asked.length === 0) return new Names(new Map());
    const rows = await transaction.rows<{ name: string; current_name: string; generation: number }>(bind(NAMES, asked));
    return new Names(
      new Map(rows.map((row) => [row.name, { currentName: row.current_name, generation: row.generation }])),
    );
  }

  current(name: string): string {
    return this.#rows.get(name)?.currentName ?? name;
  }

  /** By the name that was asked for. */
  generation(name: string): number {
    return this.#rows.get(name)?.generation ?? 0;
  }

  /** A conversation that was moved while its lane was waited for has another lane now. */
  checkLocked(lanes: LockedLanes): void {
    for (const { currentName } of this.#rows.values()) if (!lanes.has(currentName)) throw new Outdated();
  }
}
