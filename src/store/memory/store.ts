import type {
  Acceptance,
  Accepted,
  ConversationMove,
  DeliveryWork,
  NewDelivery,
  Push,
  Pushed,
  Store,
  Take,
  Taken,
  TurnFinish,
} from '../../protocol/store.ts';
import { storeClosed } from '../faults.ts';
import { DONE_TURN_KEPT_MS } from '../limits.ts';
import { Conversations } from './conversations.ts';
import { Deliveries } from './deliveries.ts';
import { Questions } from './questions.ts';
import { Seats } from './seats.ts';
import { Turns } from './turns.ts';

/**
 * A store that forgets everything with its process, for tests. `now` gives Unix milliseconds; default `Date.now`.
 *
 * Every operation checks first and writes then, without a pause in between, so each is whole or not at all.
 */
export function createMemoryStore(options: { now?: () => number } = {}): Store {
  const now = options.now ?? Date.now;
  const turns = new Turns();
  const deliveries = new Deliveries();
  const questions = new Questions();
  const conversations = new Conversations();
  const seats = new Seats();
  const pushes = new Map<string, { fingerprint: string; response: string; keptAtMs: number }>();
  let isClosed = false;

  /** Runs in the caller's own turn, like a transaction; what it throws rejects. */
  const run = async <T>(work: () => T): Promise<T> => {
    if (isClosed) throw storeClosed();
    return work();
  };

  function accept(acceptance: Acceptance): Accepted {
    const { claim, channel, receivedAtMs, seat } = acceptance;
    const first = turns.firstOfKey(channel, acceptance.dedupeKey);
    if (first !== undefined) return { status: 'duplicate', turnId: first };
    turns.checkNew(acceptance.turnId);
    deliveries.checkNew(claim?.edit ? [claim.edit] : []);

    const conversation = conversations.currentName(acceptance.conversation);
    const { id: widgetId = '', label = '' } = claim?.response ?? {};
    const claimed = claim !== undefined && questions.claim({ conversation, widgetId, label, nowMs: receivedAtMs });
    if (claim?.whenLost === 'drop' && !claimed) return { status: 'lost' };
    const turn = turns.accept(acceptance, conversation, claimed ? claim.response : undefined);
    const taken = { deliveries: keepAll(claimed && claim.edit ? [claim.edit] : [], acceptance), ...(turn && { turn }) };
    if (seat) seats.see(seat.userId, { channel, conversation, address: seat.address, lastSeenMs: receivedAtMs });
    return { status: 'accepted', claimed, taken };
  }

  /** Gives the deliveries that are taken. */
  function keepAll(all: readonly NewDelivery[], { turnId, take }: { turnId: string; take?: Take }): DeliveryWork[] {
    return all.flatMap((delivery) => deliveries.keep(delivery, turnId, take?.deliveries === true) ?? []);
  }

  function say(said: TurnFinish | Push): Taken {
    const taken = { deliveries: keepAll(said.deliveries, said) };
    for (const question of said.questions) {
      questions.keep({ ...question, conversation: conversations.currentName(question.conversation) });
    }
    return taken;
  }

  function finishTurn(finish: TurnFinish) {
    turns.running(finish.turnId);
    deliveries.checkNew(finish.deliveries);
    const laneWaits = turns.finish(finish, now());
    return { laneWaits, taken: say(finish) };
  }

  function push(push: Push): Pushed {
    const first = push.idempotencyKey === undefined ? undefined : pushes.get(push.idempotencyKey);
    if (first) return { status: 'duplicate', response: first.response, fingerprint: first.fingerprint };
    turns.checkNew(push.turnId);
    deliveries.checkNew(push.deliveries);
    turns.push(push, now());
    const taken = say(push);
    if (push.idempotencyKey !== undefined) {
      pushes.set(push.idempotencyKey, { fingerprint: push.fingerprint, response: push.response, keptAtMs: now() });
    }
    return { status: 'accepted', taken };
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

  function sweep(nowMs: number): number {
    const before = pushes.size;
    for (const [key, { keptAtMs }] of pushes) if (keptAtMs <= nowMs - DONE_TURN_KEPT_MS) pushes.delete(key);
    const swept = before - pushes.size + turns.sweep(nowMs) + questions.sweep(nowMs);
    return swept + deliveries.sweep(nowMs, (deliveryId) => questions.pointsTo(deliveryId, nowMs));
  }

  return {
    accept: (acceptance) => run(() => accept(acceptance)),
    replaceWaiting: (message) =>
      run(() => turns.replaceWaiting({ ...message, conversation: conversations.currentName(message.conversation) })),
    claimTurns: (limit) => run(() => turns.claim(limit, now())),
    finishTurn: (finish) => run(() => finishTurn(finish)),
    releaseTurn: (release) => run(() => turns.release(release)),
    push: (pushed) => run(() => push(pushed)),
    turn: (turnId) =>
      run(() => {
        const record = turns.recordOf(turnId);
        return record && { ...record, deliveries: deliveries.ofTurn(turnId) };
      }),
    questions: (conversation, nowMs) =>
      run(() => questions.newest(conversations.currentName(conversation), nowMs, (id) => deliveries.messageOf(id))),
    claimDeliveries: ({ limit, nowMs }) => run(() => deliveries.claim(limit, nowMs)),
    settle: (deliveryId, settlement, takeNext = false) =>
      run(() => deliveries.settle(deliveryId, settlement, { takeNext, nowMs: now() })),
    currentName: (conversation) => run(() => conversations.currentName(conversation)),
    namesOf: (conversation) => run(() => conversations.namesOf(conversation)),
    move: (moved) => run(() => move(moved)),
    seats: (userId) => run(() => seats.latest(userId)),
    counts: () =>
      run(() => ({
        waitingTurns: turns.count('waiting'),
        waitingDeliveries: deliveries.count('waiting'),
        deadTurns: turns.count('dead'),
        deadDeliveries: deliveries.count('dead'),
      })),
    sweep: (nowMs) => run(() => sweep(nowMs)),
    async close() {
      isClosed = true;
    },
  };
}
