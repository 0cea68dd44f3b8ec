import type { NewDelivery } from '../../../protocol/kept-delivery.ts';
import type { Acceptance, Accepted, TurnWork } from '../../../protocol/store.ts';
import { bucketsOf, countAgainst, limitOf } from '../../inbound-limits.ts';
import type { Plan, Transaction } from '../connection/database.ts';
import { bindRows, type Statement, type WrittenRow } from '../connection/sql.ts';
import type { StoreContext } from '../context.ts';
import { Names } from '../conversations/names.ts';
import { type SeenSeat, seatWrites } from '../conversations/seats.ts';
import { prepareDeliveries } from '../deliveries/new-deliveries.ts';
import { newEpoch } from '../instances/new-epoch.ts';
import { wakeUps } from '../instances/wake-ups.ts';
import { lockConversations } from '../lanes/lock-lanes.ts';
import { Places } from '../lanes/places.ts';
import type { Outcome } from '../outcome.ts';
import { Answers } from './answers.ts';
import { knownKeys } from './known-keys.ts';

const KEEP: Statement = {
  name: 'turn.keep',
  text: `
    insert into turn
      (seq, place, turn_id, channel, dedupe_key, conversation, message_id, person_id, state, attempt, epoch, generation,
      instance_id, is_stop_asked, received_at_ms, finished_at_ms, reason, response, raw)
    select seq, seq, turn_id, channel, dedupe_key, conversation, message_id, person_id, state, attempt, epoch,
      generation, instance_id, false, received_at_ms, finished_at_ms, reason, response, raw
    from json_to_recordset($1) as row
      (seq bigint, turn_id text, channel text, dedupe_key text, conversation text, message_id text, person_id text,
      state text, attempt integer, epoch integer, generation integer, instance_id bigint, received_at_ms bigint,
      finished_at_ms bigint, reason text, response text, raw text)
    order by channel, dedupe_key`,
};

/** Keeps inbounds, in order, with everything that comes with them. */
export async function acceptAll(
  transaction: Transaction,
  acceptances: readonly Acceptance[],
  context: StoreContext,
): Promise<Plan<Outcome<Accepted>[]>> {
  const nowMs = context.now();
  const conversations = acceptances.map(({ conversation }) => conversation);
  const said = acceptances.flatMap(saidWith);
  const locking = lockConversations(transaction, conversations);
  const preparing = prepareDeliveries(transaction, said, {
    ...{ policies: context.policies, instanceId: context.instanceId(), nowMs },
    buckets: acceptances.flatMap(({ limits = [] }) => bucketsOf(limits)),
  });
  const naming = Names.read(transaction, conversations);
  const looking = knownKeys(transaction, acceptances);
  const asking = Answers.read(transaction, acceptances);
  const drawing = Places.draw(transaction, acceptances.length + said.length);
  const [lanes, names, known, answers, places, deliveries] = await Promise.all([
    ...([locking, naming, looking, asking, drawing] as const),
    preparing.with(drawing),
  ]);
  names.checkLocked(lanes);

  const epoch = newEpoch();
  const rows: WrittenRow[] = [];
  const seats: SeenSeat[] = [];

  function accept(acceptance: Acceptance): Accepted {
    const { turnId, channel, claim, seat, take, ending, maxOpen, limits = [], receivedAtMs, raw } = acceptance;
    const first = known.turnOf(acceptance);
    if (first !== undefined) return { status: 'duplicate', turnId: first };
    const conversation = names.current(acceptance.conversation);
    if (maxOpen !== undefined && !ending && lanes.open(conversation) >= maxOpen) return { status: 'full' };
    const limited = limitOf(limits, deliveries.buckets, nowMs);
    if (limited) return limited;
    const claimed = claim !== undefined && answers.claim(conversation, claim.response, receivedAtMs);
    if (claim?.whenLost === 'drop' && !claimed) return { status: 'lost' };
    countAgainst(limits, deliveries.buckets, nowMs);

    const response = claimed ? claim.response : undefined;
    const seq = places.next();
    const isTaken = take?.turns === true && !ending && lanes.isEmpty(conversation);
    const generation = names.generation(acceptance.conversation);
    if (isTaken) lanes.enter(conversation);
    else if (!ending) lanes.join(conversation, seq);
    rows.push({
      ...{ seq, turn_id: turnId, channel, dedupe_key: acceptance.dedupeKey, conversation, generation },
      message_id: acceptance.messageId ?? null,
      person_id: acceptance.personId ?? null,
      state: ending?.state ?? (isTaken ? 'running' : 'waiting'),
      attempt: isTaken ? 1 : 0,
      epoch: isTaken ? epoch : 0,
      instance_id: isTaken ? context.instanceId() : null,
      received_at_ms: receivedAtMs,
      finished_at_ms: ending ? nowMs : null,
      reason: ending?.reason ?? null,
      response: response && ending?.state !== 'done' ? JSON.stringify(response) : null,
      raw: ending?.state === 'done' ? null : raw,
    });
    known.add(acceptance);
    if (seat) seats.push({ ...seat, channel, conversation, seenMs: receivedAtMs });
    const kept = saidWith(acceptance).filter((delivery) => claimed || delivery !== claim?.edit);
    const taken = kept.flatMap(
      (delivery) => deliveries.keep(delivery, { turnSeq: seq, isToTake: take?.deliveries === true }) ?? [],
    );
    const turn: TurnWork = {
      ...{ turnId, epoch, attempt: 1, channel, conversation, raw, receivedAtMs, generation },
      ...(response && { response }),
    };
    return { status: 'accepted', claimed, taken: { deliveries: taken, ...(isTaken && { turn }) } };
  }

  const result = acceptances.map((acceptance) => ({ result: accept(acceptance) }));
  const claims = result.flatMap(({ result: accepted }) =>
    accepted.status === 'accepted' && accepted.taken.turn
      ? [{ kind: 'turn' as const, id: accepted.taken.turn.turnId, epoch }]
      : [],
  );
  const waking = wakeUps(context, [lanes, deliveries.lanes], deliveries.hasHeldBack);
  return {
    result,
    claims: [...claims, ...deliveries.claims],
    writes: [
      ...(rows.length > 0 ? [bindRows(KEEP, rows)] : []),
      ...answers.writes(),
      ...seatWrites(seats),
      ...lanes.writes(),
      ...deliveries.writes(),
      ...waking.writes,
    ],
    onCommitted: waking.onCommitted,
  };
}

/** What goes out with an inbound: the edit that shows its answer, when the claim is won, and what its end says. */
function saidWith({ claim, ending }: Acceptance): NewDelivery[] {
  return [...(claim?.edit ? [claim.edit] : []), ...(ending?.deliveries ?? [])];
}
