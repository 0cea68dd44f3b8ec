import { bind, type Query, type Statement } from '../connection/sql.ts';

const ONE: Statement = {
  name: 'user_channels.one',
  text: 'select value from user_channels where user_id = $1',
};
const KEEP: Statement = {
  name: 'user_channels.keep',
  text: `
    insert into user_channels (user_id, set_at_ms, value) values ($1, $2, $3)
    on conflict (user_id) do update set set_at_ms = excluded.set_at_ms, value = excluded.value`,
};
const FORGET: Statement = {
  name: 'user_channels.forget',
  text: 'delete from user_channels where user_id = $1 returning user_id',
};

/** How a user wants to be reached, as `{value}`. */
export function userChannels(userId: string): Query {
  return bind(ONE, userId);
}

export function keepUserChannels(wish: { userId: string; value?: string; setAtMs: number }): Query {
  const { userId, value, setAtMs } = wish;
  return value === undefined ? forgetUserChannels(userId) : bind(KEEP, userId, setAtMs, value);
}

/** Gives a row where there was something. */
export function forgetUserChannels(userId: string): Query {
  return bind(FORGET, userId);
}
