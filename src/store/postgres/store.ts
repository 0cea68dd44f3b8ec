import { hostname } from 'node:os';
import { reasonOf } from '../../protocol/errors.ts';
import { type Log, silentLog } from '../../protocol/log.ts';
import type { DeliveryPolicies } from '../../protocol/pace.ts';
import { DEFAULT_RETENTION, type Retention } from '../../protocol/retention.ts';
import type { Store } from '../../protocol/store.ts';
import { Notices } from '../notices.ts';
import { NO_POLICIES } from '../pace.ts';
import { type QuestionRow, questionOf } from '../rows/question-row.ts';
import { blobsIn } from './blobs/blobs.ts';
import { channelMemoryIn } from './channel-memory.ts';
import { connectionSettings, Database, PATIENCE, type Patience } from './connection/database.ts';
import { Listener } from './connection/listener.ts';
import { migrateDatabase } from './connection/migrate-database.ts';
import { MIGRATIONS } from './connection/migrations.ts';
import { explained, serverName } from './connection/postgres-errors.ts';
import type { StoreContext } from './context.ts';
import { currentNameOf, namesOf } from './conversations/conversations.ts';
import { moveConversation } from './conversations/move.ts';
import { newestQuestions } from './conversations/questions.ts';
import { latestSeats, type SeatRow, seatOf } from './conversations/seats.ts';
import { cancelScheduled } from './deliveries/cancel.ts';
import { claimDeliveries } from './deliveries/claim-deliveries.ts';
import { failDelivered } from './deliveries/fail-delivered.ts';
import { Doubts } from './instances/doubts.ts';
import { HEARTBEAT, type Heartbeat, Instance, writeNothing } from './instances/instance.ts';
import { endLease, takeLease } from './instances/leases.ts';
import { Upkeep } from './instances/upkeep.ts';
import type { Notice } from './instances/wake-ups.ts';
import { Operations } from './operations.ts';
import { type CountsRow, countAll, countsOf } from './operators/counts.ts';
import { deadPage, dropDead, retryDelivery, retryTurn } from './operators/dead.ts';
import { erasePerson } from './operators/erase.ts';
import { exportPerson } from './operators/people.ts';
import { sweep } from './operators/sweep.ts';
import { keepUserChannels, userChannels } from './operators/user-channels.ts';
import { LogNews } from './turn-log/log-news.ts';
import { renderStatusIn } from './turn-log/render-status.ts';
import { turnLogIn } from './turn-log/turn-log.ts';
import { claimTurns } from './turns/claim-turns.ts';
import { joinWaiting } from './turns/join-waiting.ts';
import { keptRaw } from './turns/kept-raw.ts';
import { recordOf } from './turns/record.ts';
import { replaceWaiting } from './turns/replace-waiting.ts';
import { resetConversation, stopTurns } from './turns/stop.ts';
import { createWriters, type Writers } from './writers.ts';

export interface PostgresStoreOptions {
  /** `postgres://user:password@host:port/database`, with the parameters that `pg` knows. */
  url: string;
  /** Unix milliseconds. */
  now: () => number;
  log?: Log;
  /** Absent = no limits, and what may have been sent is sent again. */
  policies?: DeliveryPolicies;
  /** Default: `DEFAULT_RETENTION`. */
  retention?: Retention;
  /** What this instance is called in the table of instances; for people. Default: host and process. */
  instance?: string;
  /** Connections of this instance for what is asked of it. There are two more: to hear, and to show that it lives. Default 8. */
  maxConnections?: number;
  heartbeat?: Heartbeat;
  patience?: Patience;
}

const MAX_CONNECTIONS = 8;

/**
 * Opens the store in a PostgreSQL database, which any number of instances may share. Their clocks should agree to within
 * a second or so: holds and limits are kept by `now`. Leases and heartbeats need no clocks that agree.
 *
 * Throws `data_too_new` when a newer version wrote the database, and `data_unusable` when it cannot be reached or is not
 * fit. Operations reject with `data_unusable` within seconds while the database does not answer. Nothing of them was
 * kept then, or, when the connection broke in the very commit, what was kept is found by whoever asks the same again.
 */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<Store> {
  const { url, now, log = silentLog, policies = NO_POLICIES, retention = DEFAULT_RETENTION } = options;
  const { patience = PATIENCE, heartbeat = HEARTBEAT } = options;
  const server = serverName(url);
  const maxConnections = options.maxConnections ?? MAX_CONNECTIONS;
  const connections = { url, patience, log, random: Math.random };
  const database = new Database({ ...connections, maxConnections });
  // A connection of its own: an instance must not seem dead because its other ones are busy.
  const vital = new Database({ ...connections, maxConnections: 1 });
  const label = options.instance ?? `${hostname()}:${process.pid}`;
  const instance = new Instance(vital, { heartbeat, label, log });
  try {
    await migrateDatabase(connectionSettings(url, patience), {
      migrations: MIGRATIONS,
      server,
      nowMs: now(),
    });
    await instance.register();
    log.info({ server, instance: instance.id, label }, 'store open');
  } catch (error) {
    await Promise.all([database.close(), vital.close()]);
    throw explained(error, server);
  }
  const notices = new Notices();
  const news = new LogNews({ database, from: () => instance.id, log });
  const context: StoreContext = {
    ...{ now, policies, notices },
    instanceId: () => instance.id,
    doubts: new Doubts(),
    onLogged: (turnId) => news.note(turnId),
  };
  const upkeep = new Upkeep({ database, instance, context, log, everyMs: heartbeat.everyMs });
  const onNotice = (notice: Notice): void => {
    if (notice.from === instance.id) return;
    if (notice.type === 'work') notices.work();
    else if (notice.type === 'logged') notices.logged(notice.turnIds);
    else if (notice.type === 'reading') notices.reading(notice.turnIds);
    else if (notice.to === instance.id) notices.stopAsked(notice.turnId);
    notices.send();
  };
  const onHearing = (): void => {
    notices.work();
    notices.send();
  };
  const listener = new Listener({ settings: connectionSettings(url, patience), onNotice, onHearing, log });
  await listener.start();
  upkeep.start();
  const writers = createWriters({ database, context, log, onClaimsLost: (claims) => upkeep.giveBackLater(claims) });
  const operations = new Operations(server);
  const close = async (): Promise<void> => {
    if (!(await operations.close())) return;
    await Promise.all([upkeep.close(), listener.close()]);
    try {
      await upkeep.leave();
    } catch (error) {
      log.warn({ reason: reasonOf(error) }, 'the database could not be told that this instance leaves');
    }
    await Promise.all([database.close(), vital.close()]);
  };
  return storeOver({ database, context, writers, news, operations, retention, log, close });
}

interface OpenStore {
  database: Database;
  context: StoreContext;
  writers: Writers;
  news: LogNews;
  operations: Operations;
  retention: Retention;
  log: Log;
  close: () => Promise<void>;
}

function storeOver({ database, context, writers, news, operations, retention, log, close }: OpenStore): Store {
  const run = <Result>(operation: () => Promise<Result>): Promise<Result> => operations.run(operation);
  const transact = writers.transact;
  return {
    listen: (listener) => context.notices.listen(listener),
    accept: (acceptance) => run(() => writers.accept.ask(acceptance)),
    replaceWaiting: (message) => run(() => transact((transaction) => replaceWaiting(transaction, message, context))),
    claimTurns: (limit) =>
      operations.runInTurn(() => transact((transaction) => claimTurns(transaction, limit, context))),
    finishTurn: (finish) => run(() => writers.finish.ask(finish)),
    releaseTurn: (release) => run(() => writers.release.ask(release)),
    joinWaiting: (claim) => run(() => transact((transaction) => joinWaiting(transaction, claim))),
    stopTurns: (conversation, by) =>
      run(() => transact((transaction) => stopTurns(transaction, { conversation, by }, context))),
    resetConversation: (conversation, by) =>
      run(() => transact((transaction) => resetConversation(transaction, { conversation, by }, context))),
    push: (push) => run(() => writers.push.ask(push)),
    cancelScheduled: (turnId) => run(async () => (await database.rows(cancelScheduled(turnId))).length),
    turn: (turnId) => run(() => recordOf(database, turnId)),
    questions: (conversation, nowMs) =>
      run(async () => (await database.rows<QuestionRow>(newestQuestions(conversation, nowMs))).map(questionOf)),
    claimDeliveries: (request) =>
      operations.runInTurn(() => transact((transaction) => claimDeliveries(transaction, request, context))),
    settle: (claim, settlement, takeNext = false) => run(() => writers.settle.ask({ claim, settlement, takeNext })),
    currentName: (conversation) =>
      run(async () => {
        const [row] = await database.rows<{ current_name: string }>(currentNameOf(conversation));
        return row?.current_name ?? conversation;
      }),
    namesOf: (conversation) =>
      run(async () => (await database.rows<{ name: string }>(namesOf(conversation))).map(({ name }) => name)),
    async move(move) {
      if (move.from === move.to) return;
      await run(() => transact((transaction) => moveConversation(transaction, move, context)));
    },
    seats: (userId) => run(async () => (await database.rows<SeatRow>(latestSeats(userId))).map(seatOf)),
    userChannels: (userId) => run(async () => (await database.rows<{ value: string }>(userChannels(userId)))[0]?.value),
    keepUserChannels: (wish) => run(async () => void (await database.rows(keepUserChannels(wish)))),
    failDelivered: (message) =>
      run(async () => (await database.rows(failDelivered(message, context.now()))).length > 0),
    keptRaw: (inbound) =>
      run(async () => (await database.rows<{ raw: string | null }>(keptRaw(inbound)))[0]?.raw ?? undefined),
    dead: (query) => run(() => deadPage(database, query)),
    retryDead: (item) =>
      run(() =>
        transact((transaction) => (item.kind === 'turn' ? retryTurn : retryDelivery)(transaction, item, context)),
      ),
    dropDead: (item) => run(() => dropDead(database, item)),
    exportPerson: (person) => run(() => exportPerson(database, person)),
    erasePerson: (person) => run(() => transact((transaction) => erasePerson(transaction, person, context))),
    lease: (request) => run(async () => (await database.rows(takeLease(request))).length > 0),
    endLease: (lease) => run(async () => void (await database.rows(endLease(lease)))),
    counts: () =>
      run(async () => {
        const [row] = await database.rows<CountsRow>(countAll());
        return countsOf(row as CountsRow);
      }),
    assertWritable: () => run(async () => void (await database.rows(writeNothing(context.instanceId())))),
    channelMemory: channelMemoryIn({ database, now: context.now, run }),
    turnLog: turnLogIn({ database, appends: writers.log, news, run }),
    renderStatus: renderStatusIn({ database, run }),
    blobs: blobsIn({ database, now: context.now, run }),
    sweep: (nowMs) => run(() => sweep(database, { nowMs, retention, log })),
    close,
  };
}
