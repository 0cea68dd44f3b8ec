import type { DeliveryWork, NewDelivery, Settlement } from '../../../src/protocol/kept-delivery.ts';
import type { Acceptance, NewQuestion, Taken } from '../../../src/protocol/store.ts';
import type { LogEntry } from '../../../src/protocol/turn-log.ts';
import { answer, DAY_MS, delivery, HOUR_MS, message, pushOf, question } from '../fixtures.ts';
import type { RememberingStore } from '../remembering.ts';
import type { Operation, Saying } from './operations.ts';

/** One operation, the same on any store. Gives what can be compared. */
export type Step = (store: RememberingStore) => Promise<unknown>;

export interface World {
  clock: { nowMs: number };
  /** What is held by a worker now. */
  turns: Set<string>;
  deliveries: Set<string>;
  ids: number;
}

/** No claim has this epoch. */
const STALE = { epoch: -1 };

/** Makes an operation concrete: new ids, and the oldest item that is held. */
export function stepOf(operation: Operation, world: World): Step {
  world.ids += 1;
  const id = world.ids;
  const { nowMs } = world.clock;
  const holdAll = ({ turn, deliveries }: Taken) => {
    if (turn) world.turns.add(turn.turnId);
    for (const work of deliveries) world.deliveries.add(work.deliveryId);
  };
  switch (operation.type) {
    case 'accept': {
      const acceptance = acceptanceOf(operation, id, nowMs);
      return async (store) => {
        const accepted = await store.accept(acceptance);
        if (accepted.status === 'accepted') holdAll(accepted.taken);
        return accepted;
      };
    }
    case 'replace': {
      const { conversation, key } = operation;
      return (store) =>
        store.replaceWaiting({ channel: 'telegram', conversation, messageId: key, raw: `replaced ${id}` });
    }
    case 'claim_turns':
      return async (store) => {
        const claimed = await store.claimTurns(1_000);
        for (const work of claimed) world.turns.add(work.turnId);
        return claimed.sort((a, b) => (a.turnId < b.turnId ? -1 : 1));
      };
    case 'finish': {
      const [turnId] = world.turns;
      if (turnId === undefined) return nothing;
      const { dies, take, isStale } = operation;
      return async (store) => {
        if (!isStale) world.turns.delete(turnId);
        const end = { turnId, state: dies ? ('dead' as const) : ('done' as const), ...saidBy(operation, id, nowMs) };
        const ended = await store.finishTurn({ ...end, take, ...(isStale && STALE) });
        holdAll(ended.taken);
        return ended;
      };
    }
    case 'release': {
      const [turnId] = world.turns;
      if (turnId === undefined) return nothing;
      const { waitMs, isStale } = operation;
      return (store) => {
        if (!isStale) world.turns.delete(turnId);
        const release = { turnId, atMs: nowMs + waitMs, isUntried: waitMs === 500 };
        return store.releaseTurn({ ...release, ...(isStale && STALE) });
      };
    }
    case 'join': {
      const [turnId] = world.turns;
      if (turnId === undefined) return nothing;
      return (store) => store.joinWaiting({ turnId, ...(operation.isStale && STALE) });
    }
    case 'stop': {
      const { conversation, resets, by } = operation;
      return (store) => (resets ? store.resetConversation(conversation, by) : store.stopTurns(conversation, by));
    }
    case 'cancel':
      return (store) => store.cancelScheduled(`t${id - operation.backBy}`);
    case 'push': {
      const { conversation, key, take } = operation;
      const push = pushOf(`t${id}`, {
        ...{ conversation, receivedAtMs: nowMs, fingerprint: `f${id}`, take },
        ...(key !== null && { idempotencyKey: key }),
        ...saidBy(operation, id, nowMs),
      });
      return async (store) => {
        const pushed = await store.push(push);
        if (pushed.status === 'accepted') holdAll(pushed.taken);
        return pushed;
      };
    }
    case 'claim_deliveries':
      return async (store) => {
        const claimed = await store.claimDeliveries({ limit: 1_000, nowMs });
        holdAll(claimed);
        return { ...claimed, deliveries: claimed.deliveries.sort(byId) };
      };
    case 'settle': {
      const [deliveryId] = world.deliveries;
      if (deliveryId === undefined) return nothing;
      const { isStale, takesNext } = operation;
      return async (store) => {
        if (!isStale) world.deliveries.delete(deliveryId);
        const claim = isStale ? { deliveryId, ...STALE } : deliveryId;
        const settled = await store.settle(claim, settlementOf(operation, id, nowMs), takesNext);
        if (settled.next) world.deliveries.add(settled.next.deliveryId);
        return settled;
      };
    }
    case 'move': {
      const { from, to } = operation;
      const rewrite = (payload: string) => `${payload}>${to}`;
      return (store) => store.move({ from, to, fromLane: `lane:${from}`, toLane: `lane:${to}`, rewrite });
    }
    case 'retry':
    case 'drop': {
      const { kind, type } = operation;
      return async (store) => {
        const [item] = (await store.dead({ kind, limit: 1 })).items;
        const named = { kind, id: item?.id ?? 'unknown' };
        return type === 'drop' ? store.dropDead(named) : store.retryDead({ ...named, expiresAtMs: nowMs + DAY_MS });
      };
    }
    case 'erase':
      return (store) => store.erasePerson({ channel: 'telegram', personId: operation.person });
    case 'lease': {
      const lease = { name: 'polling', owner: operation.owner };
      return (store) => (operation.ends ? store.endLease(lease) : store.lease({ ...lease, ttlMs: HOUR_MS / 2 }));
    }
    case 'remember': {
      const { does, key, lastsMs } = operation;
      const place = { channel: 'telegram', key };
      const entry = { ...place, value: `v${id}`, ...(lastsMs !== null && { expiresAtMs: nowMs + lastsMs }) };
      return async ({ channelMemory: memory }) => {
        if (does === 'remove') return memory.remove(place);
        if (does !== 'replace') return memory[does](entry);
        return memory.replace({ ...place, value: `v${id}`, was: (await memory.get(place)) ?? 'unknown' });
      };
    }
    case 'log': {
      const [turnId] = world.turns;
      if (turnId === undefined) return nothing;
      const { isStale, replaces } = operation;
      return async (store) => {
        const epoch = isStale ? STALE.epoch : store.epochOf(turnId);
        // The first entry of a log is whole by itself.
        const isFirst = (await store.turnLog.read(turnId)) === undefined;
        return store.turnLog.append({ turnId, epoch, ...logOf(id, replaces || isFirst) });
      };
    }
    case 'report': {
      const { backBy, envelope: envelopeId, status } = operation;
      return (store) => store.renderStatus.keep({ turnId: `t${id - backBy}`, envelopeId, status, error: `r${id}` });
    }
    case 'blob': {
      const { ref, conversation, person, byte, lastsMs } = operation;
      const owner = { channel: 'telegram', conversation, ...(person !== null && { personId: person }) };
      const kept = { mime: `of/${id}`, bytes: Uint8Array.of(byte), expiresAtMs: nowMs + lastsMs };
      return (store) => store.blobs.put({ ref: ref.repeat(22), owner, ...kept });
    }
    case 'sweep':
      return (store) => store.sweep(nowMs);
    case 'pass':
      return async () => {
        world.clock.nowMs = nowMs + operation.ms;
      };
    default:
      return operation satisfies never;
  }
}

const nothing: Step = async () => undefined;
const byId = (a: DeliveryWork, b: DeliveryWork) => (a.deliveryId < b.deliveryId ? -1 : 1);

function acceptanceOf(operation: Extract<Operation, { type: 'accept' }>, id: number, nowMs: number): Acceptance {
  const { conversation, key, widget, drops, edits, person, take, maxOpen, isLimited, ends } = operation;
  const lane = `lane:${conversation}`;
  const acceptance = message(`t${id}`, {
    ...{ conversation, dedupeKey: key, messageId: key, receivedAtMs: nowMs, take, personId: person },
    seat: { userId: person, address: { at: id } },
  });
  if (widget !== null) {
    acceptance.claim = { response: answer(widget, `label ${id}`), whenLost: drops ? 'drop' : 'keep_as_message' };
    if (edits) acceptance.claim.edit = delivery(`e${id}`, { conversation, lane, kind: 'edit', turnId: `t${id}` });
  }
  if (maxOpen !== null) acceptance.maxOpen = maxOpen;
  if (isLimited) acceptance.limits = [{ bucket: person, rate: { perSecond: 1, burst: 2 } }];
  if (ends)
    acceptance.ending = { state: ends, reason: `r${id}`, deliveries: [delivery(`d${id}`, { conversation, lane })] };
  return acceptance;
}

function saidBy(
  { widget, parts, conversation, logs }: Saying & { conversation: string },
  id: number,
  nowMs: number,
): { deliveries: NewDelivery[]; questions: NewQuestion[]; log?: LogEntry } {
  const deliveries = parts.map(({ edits, delayMs, secret }, part) => {
    const said = delivery(`d${id}.${part}`, { conversation, lane: `lane:${conversation}`, payload: `p${id}.${part}` });
    if (edits !== null) Object.assign(said, { kind: 'edit', targetDeliveryId: edits });
    // An edit of an older text that comes due later is nobody's wish.
    else if (delayMs !== null) said.notBeforeMs = nowMs + delayMs;
    if (secret) said.secret = `s${id}`;
    return said;
  });
  const asked = { conversation, deliveryId: `d${id}.0`, expiresAtMs: nowMs + HOUR_MS, prompt: `q${id}` };
  const questions = widget === null ? [] : [question(widget, asked)];
  return { deliveries, questions, ...(logs && { log: logOf(id, true) }) };
}

function logOf(id: number, replaces: boolean): LogEntry {
  return { run: 1, events: [{ type: 'text', delta: `said ${id}`, seq: id }], replaces };
}

function settlementOf({ as, waitMs }: Extract<Operation, { type: 'settle' }>, id: number, nowMs: number): Settlement {
  if (as === 'waiting') return { state: as, atMs: nowMs + waitMs, reason: `r${id}` };
  return as === 'dead' ? { state: as, reason: `r${id}` } : { state: as, receipt: `m${id}` };
}
