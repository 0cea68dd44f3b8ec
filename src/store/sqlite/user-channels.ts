import type { Driver } from './driver.ts';

const ONE = 'select value from user_channels where user_id = ?';
const KEEP = `
  insert into user_channels (user_id, set_at_ms, value) values (?, ?, ?)
  on conflict (user_id) do update set set_at_ms = excluded.set_at_ms, value = excluded.value`;
const FORGET = 'delete from user_channels where user_id = ?';

/** How users want to be reached. */
export function prepareUserChannels(driver: Driver) {
  const one = driver.prepare<{ value: string }>(ONE);
  const keep = driver.prepare(KEEP);
  const forget = driver.prepare(FORGET);
  return {
    of: (userId: string): string | undefined => one.get(userId)?.value,

    keep({ userId, value, setAtMs }: { userId: string; value?: string; setAtMs: number }): void {
      if (value === undefined) forget.run(userId);
      else keep.run(userId, setAtMs, value);
    },

    /** Gives how many there were. */
    forget: (userId: string): number => forget.run(userId),
  };
}
