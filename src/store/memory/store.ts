import type { DeliveryWork, NewDelivery } from '../../protocol/kept-delivery.ts';
import type { DeliveryPolicies } from '../../protocol/pace.ts';
import { DEFAULT_RETENTION, type Retention } from '../../protocol/retention.ts';
import type {
  Acceptance,
  Accepted,
  Asker,
  ConversationMove,
  FinishedTurn,
  Push,
  Pushed,
  Stopped,
  Store,
  Take,
  Taken,
  TurnFinish,
} from '../../protocol/store.ts';
import { Buckets } from '../buckets.ts';
import { storeClosed } from '../faults.ts';
import { countAgainst, limitOf } from '../inbound-limits.ts';
import { Leases } from '../leases.ts';
import { Notices } from '../notices.ts';
import { NO_POLICIES, Pace } from '../pace.ts';
import { STOP_ASKED, STOPPED } from '../turn-reasons.ts';
import { Blobs } from './blobs.ts';
import { ChannelValues } from './channel-memory.ts';
import { Conversations } from './conversations.ts';
import { deadPage } from './dead.ts';
import { Deliveries } from './deliveries.ts';
import { historyOf } from './history.ts';
import { erasePerson, exportPerson, type Rooms } from './people.ts';
import { Pushes } from './pushes.ts';
import { Questions } from './questions.ts';
import { keepReport, reportsOf } from './render-status.ts';
import { Seats } from './seats.ts';
import { Turns } from './turns.ts';
import { UserChannels } from './user-channels.ts';

/**
 * A store that forgets everything with its process, for tests. `now` gives Unix milliseconds; default `Date.now`.
 * Without `policies` nothing is paced.
 *
 * Every operation checks first and writes then, without a pause in between, so each is whole or not at all.
 */
export function createMemoryStore(
  options: { now?: () => number; policies?: DeliveryPolicies; retention?: Retention } = {},
): Store {
  const { now = Date.now, retention = DEFAULT_RETENTION } = options;
  const buckets = new Buckets();
  const leases = new Leases();
  const notices = new Notices();
  let isClosed = false;

  const turns = new Turns();
  const deliveries = new Deliveries(new Pace(options.policies ?? NO_POLICIES, buckets), () => notices.work());
  const questions = new Questions();
  const conversations = new Conversations();
  const seats = new Seats();
  const pushes = new Pushes();
  const values = new ChannelValues();
  const userChannels = new UserChannels();
  const blobs = new Blobs();
  const rooms: Rooms = { turns, deliveries, questions, conversations, seats, pushes, userChannels, blobs };

  /** Runs in the caller's own turn, like a transaction; what it throws rejects. */
  const run = async <T>(work: () => T): Promise<T> => {
    if (isClosed) throw storeClosed();
    try {
      return work();
    } finally {
      buckets.keep();
      notices.send();
    }
  };

  function accept(acceptance: Acceptance): Accepted {
    const { claim, channel, receivedAtMs, seat, maxOpen, limits = [], ending } = acceptance;
    const first = turns.firstOfKey(channel, acceptance.dedupeKey);
    if (first !== undefined) return { status: 'duplicate', turnId: first };
    const said = [...(claim?.edit ? [claim.edit] : []), ...(ending?.deliveries ?? [])];
    turns.checkNew(acceptance.turnId);
    deliveries.checkNew(said);

    const conversation = conversations.currentName(acceptance.conversation);
    if (maxOpen !== undefined && !ending && turns.lanes.open(conversation) >= maxOpen) return { status: 'full' };
    const nowMs = now();
    const limited = limitOf(limits, buckets, nowMs);
    if (limited) return limited;
    const { id: widgetId = '', label = '' } = claim?.response ?? {};
    const claimed = claim !== undefined && questions.claim({ conversation, widgetId, label, nowMs: receivedAtMs });
    if (claim?.whenLost === 'drop' && !claimed) return { status: 'lost' };
    countAgainst(limits, buckets, nowMs);
    const response = claimed ? claim.response : undefined;
    const generation = conversations.generation(conversation);
    const turn = turns.accept(acceptance, { conversation, response, generation, nowMs });
    const kept = said.filter((delivery) => claimed || delivery !== claim?.edit);
    const taken = { deliveries: keepAll(kept, acceptance), ...(turn && { turn }) };
    if (seat) seats.see(seat.userId, { channel, conversation, address: seat.address, lastSeenMs: receivedAtMs });
    return { status: 'accepted', claimed, taken };
  }

  /** Gives the deliveries that are taken. */
  function keepAll(all: readonly NewDelivery[], { turnId: owner, take }: { turnId: string; take?: Take }) {
    const how = { owner, isToTake: take?.deliveries === true, nowMs: now() };
    return all.flatMap((delivery): DeliveryWork | never[] => deliveries.keep(delivery, how) ?? []);
  }

  function say(said: TurnFinish | Push): Taken {
    const taken = { deliveries: keepAll(said.deliveries, said) };
    for (const question of said.questions) {
      questions.keep({ ...question, conversation: conversations.currentName(question.conversation) });
    }
    return taken;
  }

  function finishTurn(finish: TurnFinish): FinishedTurn {
    const { reason } = turns.held(finish);
    if (reason === STOP_ASKED && finish.state === 'done' && finish.reason !== STOPPED) {
      const { log: _unsaid, ...end } = finish;
      const laneWaits = turns.finish({ ...end, reason: STOPPED }, now());
      return { laneWaits, taken: { deliveries: [] }, isStopped: true };
    }
    deliveries.checkNew(finish.deliveries);
    const laneWaits = turns.finish(finish, now());
    return { laneWaits, taken: say(finish) };
  }

  function push(push: Push): Pushed {
    const first = pushes.firstOf(push.idempotencyKey);
    if (first) return { status: 'duplicate', response: first.response, fingerprint: first.fingerprint };
    turns.checkNew(push.turnId);
    deliveries.checkNew(push.deliveries);
    const conversation = conversations.currentName(push.conversation);
    turns.push(push, { conversation, generation: conversations.generation(conversation), nowMs: now() });
    const taken = say(push);
    if (push.idempotencyKey !== undefined) {
      const { fingerprint, response } = push;
      pushes.keep(push.idempotencyKey, { fingerprint, response, conversation, keptAtMs: now() });
    }
    return { status: 'accepted', taken };
  }

  function stop(named: string, by: Asker | undefined): Stopped {
    const { running, ...ended } = turns.stop(conversations.currentName(named), now(), by);
    for (const turnId of running) notices.stopAsked(turnId);
    return { ...(running[0] !== undefined && { running: running[0] }), ...ended };
  }

  function reset(named: string, by: Asker | undefined): Stopped | undefined {
    const conversation = conversations.currentName(named);
    if (by && !turns.mayReset(conversation, by)) return undefined;
    const stopped = stop(conversation, by);
    questions.forget(conversation);
    conversations.beginAnew(conversation);
    return stopped;
  }

  function move(move: ConversationMove): void {
    if (move.from === move.to) return;
    // First, because its `rewrite` may throw.
    deliveries.readdress(move);
    const name = conversations.rename(move.from, move.to);
    turns.rename(move.from, name);
    questions.rename(move.from, name);
    seats.rename(move.from, name);
  }

  function erase(...about: Parameters<Store['erasePerson']>): number {
    const { deleted, running } = erasePerson(...about, rooms);
    for (const turnId of running) notices.stopAsked(turnId);
    notices.work();
    return deleted;
  }

  function retryDead({ kind, id, expiresAtMs }: { kind: 'turn' | 'delivery'; id: string; expiresAtMs: number }) {
    const currentName = (name: string) => conversations.currentName(name);
    const waitsAgain = kind === 'turn' ? turns.retry(id, currentName) : deliveries.retry(id, expiresAtMs);
    if (waitsAgain) notices.work();
    return waitsAgain;
  }

  function sweep(nowMs: number): number {
    const swept = pushes.sweep(nowMs, retention) + turns.sweep(nowMs, retention) + questions.sweep(nowMs);
    const isNeeded = (deliveryId: string) => questions.pointsTo(deliveryId, nowMs);
    const people = seats.sweep(nowMs, retention) + userChannels.sweep(nowMs, retention);
    return swept + deliveries.sweep(nowMs, retention, isNeeded) + people + values.sweep(nowMs) + blobs.sweep(nowMs);
  }

  return {
    listen: (listener) => notices.listen(listener),
    accept: (acceptance) => run(() => accept(acceptance)),
    replaceWaiting: (message) =>
      run(() => turns.replaceWaiting({ ...message, conversation: conversations.currentName(message.conversation) })),
    claimTurns: (limit) => run(() => turns.claim(limit, now())),
    finishTurn: (finish) => run(() => finishTurn(finish)),
    releaseTurn: (release) => run(() => turns.release(release, now())),
    joinWaiting: (claim) => run(() => turns.joinWaiting(claim)),
    stopTurns: (conversation, by) => run(() => stop(conversation, by)),
    resetConversation: (conversation, by) => run(() => reset(conversation, by)),
    push: (pushed) => run(() => push(pushed)),
    cancelScheduled: (turnId) =>
      run(() => {
        const cancelled = deliveries.cancelScheduled(turnId);
        questions.forgetCarriedBy(cancelled);
        return cancelled.length;
      }),
    turn: (turnId) =>
      run(() => {
        const record = turns.recordOf(turnId);
        return record && { ...record, deliveries: deliveries.ofTurn(turnId) };
      }),
    questions: (conversation, nowMs) =>
      run(() => questions.newest(conversations.currentName(conversation), nowMs, deliveries)),
    claimDeliveries: ({ limit, nowMs }) => run(() => deliveries.claim(limit, nowMs)),
    settle: (claim, settlement, takeNext = false) =>
      run(() => deliveries.settle(claim, settlement, { takeNext, nowMs: now() })),
    currentName: (conversation) => run(() => conversations.currentName(conversation)),
    namesOf: (conversation) => run(() => conversations.namesOf(conversation)),
    move: (moved) => run(() => move(moved)),
    seats: (userId) => run(() => seats.latest(userId)),
    userChannels: (userId) => run(() => userChannels.of(userId)),
    keepUserChannels: (wish) => run(() => userChannels.keep(wish)),
    failDelivered: (message) => run(() => deliveries.failDelivered(message, now())),
    keptRaw: ({ channel, dedupeKey }) => run(() => turns.rawOfKey(channel, dedupeKey)),
    dead: (query) => run(() => deadPage(query.kind === 'turn' ? turns.dead() : deliveries.dead(), query)),
    retryDead: (item) => run(() => retryDead(item)),
    dropDead: ({ kind, id }) => run(() => (kind === 'turn' ? turns.drop(id) : deliveries.drop(id))),
    exportPerson: (person) => run(() => exportPerson(person, rooms)),
    erasePerson: (person) => run(() => erase(person)),
    lease: (request) => run(() => leases.take(request, now())),
    endLease: (lease) => run(() => leases.end(lease)),
    channelMemory: {
      put: (entry) => run(() => values.put(entry, now())),
      add: (entry) => run(() => values.add(entry, now())),
      replace: (change) => run(() => values.replace(change, now())),
      get: (place) => run(() => values.get(place, now())),
      list: (channel) => run(() => values.list(channel, now())),
      remove: (place) => run(() => values.remove(place, now())),
    },
    turnLog: {
      append: (entry) => run(() => turns.appendLog(entry)),
      read: (turnId, after) =>
        run(() => {
          const row = turns.rows.get(turnId);
          return row && turns.logs.behind(row, after);
        }),
      ownerOf: (turnId) =>
        run(() => {
          const row = turns.rows.get(turnId);
          if (!row) return undefined;
          const { channel, lane: conversation, personId } = row;
          return { channel, conversation, ...(personId !== undefined && { personId }) };
        }),
      ofConversation: (query) => run(() => historyOf(turns, conversations.namesOf(query.conversation), query)),
      tellReading: () => run(() => undefined),
    },
    renderStatus: {
      keep: (report) => run(() => keepReport(turns, report)),
      of: (turnIds) => run(() => reportsOf(turns, turnIds)),
    },
    blobs: {
      put: (blob) => run(() => blobs.put(blob)),
      get: (ref) => run(() => blobs.get(ref, now())),
      remove: (ref) => run(() => blobs.remove(ref)),
    },
    assertWritable: () => run(() => undefined),
    counts: () =>
      run(() => {
        const oldestOpenTurnMs = turns.oldestOpenMs();
        return {
          waitingTurns: turns.lanes.waiting(),
          waitingDeliveries: deliveries.lanes.waiting(),
          scheduledDeliveries: deliveries.count('scheduled'),
          deadTurns: turns.dead().length,
          deadDeliveries: deliveries.count('dead'),
          ...(oldestOpenTurnMs !== undefined && { oldestOpenTurnMs }),
        };
      }),
    sweep: (nowMs) => run(() => sweep(nowMs)),
    async close() {
      isClosed = true;
    },
  };
}
