import type { Transaction } from '../connection/database.ts';
import { bindRows, type Statement } from '../connection/sql.ts';

const KNOWN: Statement = {
  name: 'turn.known_keys',
  text: `
    select turn.channel, turn.dedupe_key, turn.turn_id
    from json_to_recordset($1) as asked (channel text, dedupe_key text)
      join turn on turn.channel = asked.channel and turn.dedupe_key = asked.dedupe_key
    where turn.dedupe_key is not null`,
};

interface Keyed {
  channel: string;
  dedupeKey: string;
}

/** The dedupe keys that are kept, and the first turn of each. */
export class KnownKeys {
  readonly #turns = new Map<string, string>();

  turnOf({ channel, dedupeKey }: Keyed): string | undefined {
    return this.#turns.get(JSON.stringify([channel, dedupeKey]));
  }

  add({ channel, dedupeKey, turnId }: Keyed & { turnId: string }): void {
    this.#turns.set(JSON.stringify([channel, dedupeKey]), turnId);
  }
}

export async function knownKeys(transaction: Transaction, inbounds: readonly Keyed[]): Promise<KnownKeys> {
  const asked = inbounds.map(({ channel, dedupeKey }) => ({ channel, dedupe_key: dedupeKey }));
  const rows = await transaction.rows<{ channel: string; dedupe_key: string; turn_id: string }>(bindRows(KNOWN, asked));
  const known = new KnownKeys();
  for (const row of rows) known.add({ channel: row.channel, dedupeKey: row.dedupe_key, turnId: row.turn_id });
  return known;
}
