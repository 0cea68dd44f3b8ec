import type { SetAside } from '../set-aside.ts';
import type { Driver } from './driver.ts';
import { transact } from './transact.ts';

const TURNS = `
  update turn set state = 'dead', reason = 'restored', finished_at_ms = ?, joined_to = null
  where finished_at_ms is null`;
const DELIVERIES = `
  update delivery set state = 'dead', reason = 'restored', finished_at_ms = ?, not_before_ms = null, secret = null
  where finished_at_ms is null`;
const LANES = 'delete from turn_lane; delete from delivery_lane';

/**
 * Sets aside everything that is open, with the reason `restored`: since the backup was made it may have been sent, or
 * answered, and only an operator can tell. Raw updates and payloads stay, for a retry.
 */
export function setAside(driver: Driver, nowMs: number): SetAside {
  return transact(driver, () => {
    const turnsAside = driver.prepare(TURNS).run(nowMs);
    const deliveriesAside = driver.prepare(DELIVERIES).run(nowMs);
    driver.execute(LANES);
    return { turnsAside, deliveriesAside };
  });
}
