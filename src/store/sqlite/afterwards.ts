import type { Driver } from './driver.ts';

const FAIL = `
  update delivery set state = 'dead', reason = ?, finished_at_ms = ?
  where delivery_id = ? and channel = ? and state = 'delivered'`;
const IS_DEAD = `select 1 as yes from delivery where delivery_id = ? and channel = ? and state = 'dead'`;
const RAW = 'select raw from turn where channel = ? and dedupe_key = ?';

/** What a platform says or asks of something after it was kept. */
export function prepareAfterwards(driver: Driver, now: () => number) {
  const fail = driver.prepare(FAIL);
  const isDead = driver.prepare<{ yes: number }>(IS_DEAD);
  const rawOf = driver.prepare<{ raw: string | null }>(RAW);
  return {
    failDelivered: ({
      channel,
      deliveryId,
      reason,
    }: {
      channel: string;
      deliveryId: string;
      reason: string;
    }): boolean => fail.run(reason, now(), deliveryId, channel) > 0 || isDead.get(deliveryId, channel) !== undefined,
    keptRaw: ({ channel, dedupeKey }: { channel: string; dedupeKey: string }): string | undefined =>
      rawOf.get(channel, dedupeKey)?.raw ?? undefined,
  };
}
