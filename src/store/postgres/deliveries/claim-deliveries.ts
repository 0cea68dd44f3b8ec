import type { ClaimedDeliveries, DeliveryWork } from '../../../protocol/kept-delivery.ts';
import { Buckets } from '../../buckets.ts';
import { Pace } from '../../pace.ts';
import { pacedOf } from '../../rows/delivery-row.ts';
import type { Plan, Transaction } from '../connection/database.ts';
import type { Claim } from '../connection/postgres-errors.ts';
import { bind, type Query, type Statement } from '../connection/sql.ts';
import type { StoreContext } from '../context.ts';
import { newEpoch } from '../instances/new-epoch.ts';
import { endHolds, freeChannels, lockFreeDeliveryLanes, rowsOf } from '../lanes/free-lanes.ts';
import { bucketWrites, lockBuckets } from '../lanes/lock-buckets.ts';
import { type HeadRow, headsOf, startWrites, workOf } from './delivery-work.ts';
import { joinDue } from './due-deliveries.ts';

const NEXT: Statement = {
  name: 'delivery.next_due',
  text: `
    select least(
      (select min(due_ms) from delivery_lane where due_ms > 0 and waiting > 0 and running = 0),
      (select min(not_before_ms) from delivery where state = 'scheduled')) as due_ms`,
};
/** Lanes that their own limits hold back cost a look each; what is left then is for the next claim. */
const MAX_LOOKS = 8;

/**
 * Claims the heads of free lanes as far as the limits of their channels allow, those first whose turn it is. What comes
 * too early for its lane's own limit holds that lane until then.
 */
export async function claimDeliveries(
  transaction: Transaction,
  { limit, nowMs }: { limit: number; nowMs: number },
  context: StoreContext,
): Promise<Plan<ClaimedDeliveries>> {
  const rows = rowsOf(limit);
  await joinDue(transaction, { limit: rows, nowMs });
  const holds = endHolds('delivery_lane', nowMs, rows).map((query) => transaction.rows(query));
  const [channels] = await Promise.all([freeChannels(transaction), ...holds]);
  const buckets = new Buckets();
  const pace = new Pace(context.policies, buckets);
  await lockBuckets(
    transaction,
    channels.flatMap((channel) => pace.widerBucketsOf(channel)),
    buckets,
  );

  const epoch = newEpoch();
  const deliveries: DeliveryWork[] = [];
  const claims: Claim[] = [];
  const waitsMs: number[] = [];
  let isMore = channels.length > 0 && rows > 0;
  for (let look = 1; isMore && look <= MAX_LOOKS; look += 1) {
    // One more than may go out, to learn whether a limit holds back what is left.
    const asked = channels.map((channel) => ({
      channel,
      number: Math.min(rows - deliveries.length, pace.room(channel, nowMs) + 1),
    }));
    const lanes = await lockFreeDeliveryLanes(transaction, asked);
    const heads = inOrderOf(lanes.names(), await headsOf(transaction, lanes.names()));
    await lockBuckets(
      transaction,
      heads.flatMap((head) => pace.laneBucketsOf(head)),
      buckets,
    );
    const started: HeadRow[] = [];
    isMore = false;
    for (const head of heads) {
      if (deliveries.length >= rows) break;
      const refusal = pace.refusal(pacedOf(head), nowMs);
      if (refusal) waitsMs.push(refusal.waitMs);
      if (refusal?.scope === 'lane') {
        lanes.delay(head.lane, nowMs + refusal.waitMs, nowMs);
        // It stood in the way of one that may go out.
        isMore = true;
      }
      if (refusal) continue;
      pace.count(pacedOf(head), nowMs);
      lanes.start(head.lane);
      started.push(head);
      deliveries.push(workOf(head, epoch));
      claims.push({ kind: 'delivery', id: head.delivery_id, epoch });
    }
    isMore &&= deliveries.length < rows;
    await writeAll(transaction, [
      ...startWrites(started, { instanceId: context.instanceId(), epoch }),
      ...lanes.writes(),
    ]);
  }

  const result: ClaimedDeliveries = { deliveries };
  if (deliveries.length < rows) {
    const [next] = await transaction.rows<{ due_ms: number | null }>(bind(NEXT));
    if (next && next.due_ms !== null) waitsMs.push(Math.max(0, next.due_ms - nowMs));
    if (waitsMs.length > 0) result.waitMs = Math.min(...waitsMs);
  }
  return { result, claims, writes: bucketWrites(buckets) };
}

function inOrderOf(lanes: readonly string[], heads: readonly HeadRow[]): HeadRow[] {
  const numbers = new Map(lanes.map((lane, number) => [lane, number]));
  return [...heads].sort((a, b) => (numbers.get(a.lane) ?? 0) - (numbers.get(b.lane) ?? 0));
}

async function writeAll(transaction: Transaction, queries: readonly Query[]): Promise<void> {
  await Promise.all(queries.map((query) => transaction.rows(query)));
}
