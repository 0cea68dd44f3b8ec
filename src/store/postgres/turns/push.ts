import type { Push, Pushed } from '../../../protocol/store.ts';
import type { LogEntry } from '../../../protocol/turn-log.ts';
import type { Plan, Transaction } from '../connection/database.ts';
import { bind, bindRows, type Statement, type WrittenRow } from '../connection/sql.ts';
import type { StoreContext } from '../context.ts';
import { Names } from '../conversations/names.ts';
import { questionWrites } from '../conversations/questions.ts';
import { prepareDeliveries } from '../deliveries/new-deliveries.ts';
import { wakeUps } from '../instances/wake-ups.ts';
import { lockConversations } from '../lanes/lock-lanes.ts';
import { Places } from '../lanes/places.ts';
import type { Outcome } from '../outcome.ts';
import { logWrites } from '../turn-log/entries.ts';

const KNOWN: Statement = {
  name: 'push.known',
  text: 'select idempotency_key, fingerprint, response from push where idempotency_key = any($1::text[])',
};
const KEEP_KEYS: Statement = {
  name: 'push.keep',
  text: `
    insert into push (idempotency_key, conversation, kept_at_ms, fingerprint, response)
    select idempotency_key, conversation, $2, fingerprint, response
    from json_to_recordset($1) as row (idempotency_key text, conversation text, fingerprint text, response text)
    order by idempotency_key`,
};
const KEEP_TURNS: Statement = {
  name: 'turn.keep_pushed',
  text: `
    insert into turn
      (seq, place, turn_id, channel, conversation, state, attempt, epoch, generation, is_stop_asked, is_logged,
      received_at_ms, finished_at_ms)
    select seq, seq, turn_id, channel, conversation, 'done', 0, 0, generation, false, is_logged, received_at_ms, $2
    from json_to_recordset($1) as row
      (seq bigint, turn_id text, channel text, conversation text, generation integer, is_logged boolean,
      received_at_ms bigint)
    order by turn_id`,
};

interface KnownPush {
  idempotency_key: string;
  fingerprint: string;
  response: string;
}

/** Keeps pushed turns, in order, each as done, with everything that it says. */
export async function pushAll(
  transaction: Transaction,
  pushes: readonly Push[],
  context: StoreContext,
): Promise<Plan<Outcome<Pushed>[]>> {
  const nowMs = context.now();
  const said = pushes.flatMap(({ deliveries }) => deliveries);
  const asked = pushes.flatMap(({ questions }) => questions);
  const askedIn = asked.map(({ conversation }) => conversation);
  // A question is kept under the lock of its conversation, like everything else that is about it.
  const locking = askedIn.length > 0 ? lockConversations(transaction, askedIn) : undefined;
  const preparing = prepareDeliveries(transaction, said, {
    ...{ policies: context.policies, instanceId: context.instanceId(), nowMs },
  });
  const naming = Names.read(transaction, [...pushes.map(({ conversation }) => conversation), ...askedIn]);
  const keys = pushes.flatMap(({ idempotencyKey }) => idempotencyKey ?? []);
  const looking = keys.length > 0 ? transaction.rows<KnownPush>(bind(KNOWN, keys)) : [];
  const drawing = Places.draw(transaction, pushes.length + said.length + asked.length);
  const [lanes, names, known, places, deliveries] = await Promise.all([
    ...([locking, naming, looking, drawing] as const),
    preparing.with(drawing),
  ]);
  const firsts = new Map(known.map((row) => [row.idempotency_key, row]));
  const turns: WrittenRow[] = [];
  const newKeys: (WrittenRow & KnownPush)[] = [];
  const keptQuestions: Push['questions'][number][] = [];
  const entries: { turnSeq: number; entry: LogEntry }[] = [];

  function keep(push: Push): Pushed {
    const { idempotencyKey: key, turnId, channel, fingerprint, response } = push;
    const first = key === undefined ? undefined : firsts.get(key);
    if (first) return { status: 'duplicate', response: first.response, fingerprint: first.fingerprint };
    const conversation = names.current(push.conversation);
    const seq = places.next();
    const generation = names.generation(push.conversation);
    const isLogged = push.log !== undefined;
    turns.push({
      ...{ seq, turn_id: turnId, channel, conversation, generation, is_logged: isLogged },
      received_at_ms: push.receivedAtMs,
    });
    if (push.log) entries.push({ turnSeq: seq, entry: push.log });
    if (key !== undefined) {
      const row = { idempotency_key: key, conversation, fingerprint, response };
      newKeys.push(row);
      firsts.set(key, row);
    }
    const isToTake = push.take?.deliveries === true;
    const taken = push.deliveries.flatMap((one) => deliveries.keep(one, { turnSeq: seq, isToTake }) ?? []);
    keptQuestions.push(...push.questions);
    return { status: 'accepted', taken: { deliveries: taken } };
  }

  const result = pushes.map((push) => ({ result: keep(push) }));
  const waking = wakeUps(context, [...(lanes ? [lanes] : []), deliveries.lanes], deliveries.hasHeldBack);
  return {
    result,
    claims: deliveries.claims,
    writes: [
      ...(newKeys.length > 0 ? [bindRows(KEEP_KEYS, newKeys, nowMs)] : []),
      ...(turns.length > 0 ? [bindRows(KEEP_TURNS, turns, nowMs)] : []),
      ...logWrites(entries),
      ...questionWrites(keptQuestions, names, places),
      ...(lanes?.writes() ?? []),
      ...deliveries.writes(),
      ...waking.writes,
    ],
    onCommitted: waking.onCommitted,
  };
}
