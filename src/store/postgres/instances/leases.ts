import { bind, type Query, type Statement } from '../connection/sql.ts';

const TAKE: Statement = {
  name: 'lease.take',
  text: `
    insert into lease (name, owner, ends_at) values ($1, $2, clock_timestamp() + $3 * interval '1 millisecond')
    on conflict (name) do update set owner = excluded.owner, ends_at = excluded.ends_at
      where lease.owner = excluded.owner or lease.ends_at <= clock_timestamp()
    returning name`,
};
const END: Statement = { name: 'lease.end', text: 'delete from lease where name = $1 and owner = $2' };

/** Gives a row when the owner has the lease from now on, for `ttlMs` by the clock of the database. */
export function takeLease({ name, owner, ttlMs }: { name: string; owner: string; ttlMs: number }): Query {
  return bind(TAKE, name, owner, ttlMs);
}

export function endLease({ name, owner }: { name: string; owner: string }): Query {
  return bind(END, name, owner);
}
