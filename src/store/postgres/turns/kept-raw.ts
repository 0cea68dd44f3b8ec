import { bind, type Query, type Statement } from '../connection/sql.ts';

const RAW: Statement = {
  name: 'turn.kept_raw',
  text: 'select raw from turn where channel = $1 and dedupe_key = $2 and dedupe_key is not null',
};

/** The raw update of an inbound; null once it is scrubbed. */
export function keptRaw({ channel, dedupeKey }: { channel: string; dedupeKey: string }): Query {
  return bind(RAW, channel, dedupeKey);
}
