import type { Driver } from './driver.ts';
import { transact } from './transact.ts';

const TURNS = `
  update turn set state = 'waiting'
  where conversation in (select name from turn_lane where running > 0)
    and finished_at_ms is null and state = 'running'`;
const DELIVERIES = `
  update delivery set state = 'waiting'
  where lane in (select name from delivery_lane where running > 0)
    and finished_at_ms is null and state = 'sending'`;
const TURN_LANES = 'update turn_lane set waiting = waiting + running, running = 0 where running > 0';
const DELIVERY_LANES = 'update delivery_lane set waiting = waiting + running, running = 0 where running > 0';

/** What a dead process had claimed waits again. Attempts stay counted. */
export function recover(driver: Driver): { turns: number; deliveries: number } {
  return transact(driver, () => {
    const waitAgain = { turns: driver.prepare(TURNS).run(), deliveries: driver.prepare(DELIVERIES).run() };
    driver.prepare(TURN_LANES).run();
    driver.prepare(DELIVERY_LANES).run();
    return waitAgain;
  });
}
