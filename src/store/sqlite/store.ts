import { type Log, silentLog } from '../../protocol/log.ts';
import type { DeliveryPolicies } from '../../protocol/pace.ts';
import { DEFAULT_RETENTION, type Retention } from '../../protocol/retention.ts';
import type { Store } from '../../protocol/store.ts';
import { Buckets } from '../buckets.ts';
import { Leases } from '../leases.ts';
import { Notices } from '../notices.ts';
import { NO_POLICIES, Pace } from '../pace.ts';
import { prepareAfterwards } from './afterwards.ts';
import { prepareBackup } from './backup.ts';
import { type BackupCopy, backupCopy, removeOldCopies } from './backup-copies.ts';
import { prepareBlobs } from './blobs.ts';
import { prepareChannelMemory } from './channel-memory.ts';
import { prepareConversations } from './conversations.ts';
import { prepareCounts } from './counts.ts';
import { prepareDeadItems } from './dead-items.ts';
import { prepareDeliveries } from './deliveries.ts';
import { prepareDeliveryLanes } from './delivery-lanes.ts';
import type { Driver } from './driver.ts';
import { GroupCommit } from './group-commit.ts';
import { prepareHistory } from './history.ts';
import { prepareJoinedTurns } from './joined-turns.ts';
import { prepareLanes } from './lanes.ts';
import { migrate } from './migrate.ts';
import { MIGRATIONS } from './migrations.ts';
import { closeFailed, openFile } from './open-file.ts';
import { preparePeople } from './people.ts';
import { preparePushes } from './pushes.ts';
import { prepareQuestions } from './questions.ts';
import { recover } from './recover.ts';
import { prepareRenderStatus } from './render-status.ts';
import { prepareSeats } from './seats.ts';
import { explained } from './sqlite-errors.ts';
import { prepareStopping } from './stopping.ts';
import { prepareSweep } from './sweep.ts';
import { prepareTurnLog } from './turn-log.ts';
import { prepareTurns } from './turns.ts';
import { prepareUserChannels } from './user-channels.ts';

/** Writes the file's head with what it holds already. */
const WRITE_NOTHING = 'pragma user_version = 0';

export interface SqliteStoreOptions {
  /** Holds `footbridge.db`; made, readable by its owner only, when it is absent. */
  folder: string;
  /** Unix milliseconds. */
  now: () => number;
  log?: Log;
  /** Absent = no limits, and what may have been sent is sent again. */
  policies?: DeliveryPolicies;
  /** Default: `DEFAULT_RETENTION`. */
  retention?: Retention;
}

export interface SqliteStore extends Store {
  /** Makes a backup while everything goes on. It is the caller's to remove. Throws `backup_unavailable`. */
  backup(): Promise<BackupCopy>;
}

/**
 * Opens the embedded store: one SQLite file that belongs to this process until it closes or dies.
 *
 * Throws `data_in_use` when another process has it, `data_too_new` when a newer version wrote it, and `data_unusable`
 * when it cannot be opened, read or written. Operations reject with `data_unusable` when the disk is full; nothing of
 * them is kept, and they may be tried again.
 */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<SqliteStore> {
  const { folder, now, log = silentLog, policies = NO_POLICIES, retention = DEFAULT_RETENTION } = options;
  const driver = await openFile(folder);
  try {
    migrate(driver, { migrations: MIGRATIONS, folder, nowMs: now() });
    const waitAgain = recover(driver, { policies, nowMs: now() });
    log.info({ folder, driver: driver.name, ...waitAgain }, 'store open');
    removeOldCopies(folder);
    return storeOf(driver, { folder, now, log, policies, retention });
  } catch (error) {
    closeFailed(driver);
    throw explained(error, driver, folder);
  }
}

/** The store over an open and migrated file. */
export function storeOf(driver: Driver, options: Required<SqliteStoreOptions>): SqliteStore {
  const { folder, now, log, policies, retention } = options;
  const explain = (error: unknown) => explained(error, driver, folder);
  const buckets = new Buckets();
  const notices = new Notices();
  const leases = new Leases();
  const commits = new GroupCommit(driver, {
    ...{ log, explain },
    onCommit() {
      buckets.keep();
      notices.send();
    },
    onRollback() {
      buckets.undo();
      notices.drop();
    },
  });
  const write = <T>(work: () => T): Promise<T> => commits.run(work);
  const read = <T>(work: () => T): Promise<T> => commits.read(work);

  const lanes = {
    turns: prepareLanes(driver, 'turn_lane', 'turn'),
    deliveries: prepareLanes(driver, 'delivery_lane', 'delivery'),
  };
  const pace = new Pace(policies, buckets);
  const deliveryLanes = prepareDeliveryLanes(driver, { lanes: lanes.deliveries, pace });
  const deliveries = prepareDeliveries(driver, { lanes: lanes.deliveries, deliveryLanes, notices, now });
  const conversations = prepareConversations(driver);
  const questions = prepareQuestions(driver, conversations);
  const seats = prepareSeats(driver);
  const userChannels = prepareUserChannels(driver);
  const joined = prepareJoinedTurns(driver, lanes.turns);
  const logs = prepareTurnLog(driver);
  const history = prepareHistory(driver, { conversations, logs });
  const reports = prepareRenderStatus(driver);
  const blobs = prepareBlobs(driver, now);
  const shared = { conversations, questions, seats, joined, logs, deliveries, notices, now };
  const turns = prepareTurns(driver, { ...shared, lanes: lanes.turns, buckets });
  const stopping = prepareStopping(driver, { ...shared, lanes: lanes.turns });
  const pushes = preparePushes(driver, shared);
  const dead = prepareDeadItems(driver, { ...shared, turnLanes: lanes.turns, deliveryLanes });
  const people = preparePeople(driver, {
    ...{ ...shared, pushes, userChannels, reports, blobs, transact: write },
    ...{ turnLanes: lanes.turns, deliveryLanes: lanes.deliveries },
  });
  const afterwards = prepareAfterwards(driver, now);
  const counts = prepareCounts(driver, lanes);
  const values = prepareChannelMemory(driver, now);

  const backup = prepareBackup(driver, { folder, now, between: read });

  return {
    listen: (listener) => notices.listen(listener),
    accept: (acceptance) => write(() => turns.accept(acceptance)),
    replaceWaiting: (message) => write(() => turns.replaceWaiting(message)),
    claimTurns: (limit) => write(() => turns.claim(limit)),
    finishTurn: (finish) => write(() => turns.finish(finish)),
    releaseTurn: (release) => write(() => turns.release(release)),
    joinWaiting: (claim) => write(() => joined.join(claim)),
    stopTurns: (conversation, by) => write(() => stopping.stop(conversation, by)),
    resetConversation: (conversation, by) => write(() => stopping.reset(conversation, by)),
    push: (push) => write(() => pushes.keep(push)),
    cancelScheduled: (turnId) =>
      write(() => {
        const cancelled = deliveries.cancelScheduled(turnId);
        questions.forgetCarriedBy(cancelled);
        return cancelled.length;
      }),
    turn: (turnId) => read(() => turns.record(turnId)),
    questions: (conversation, nowMs) => read(() => questions.newest(conversation, nowMs)),
    claimDeliveries: ({ limit, nowMs }) => write(() => deliveryLanes.claim(limit, nowMs)),
    settle: (claim, settlement, takeNext = false) => write(() => deliveries.settle(claim, settlement, takeNext)),
    currentName: (conversation) => read(() => conversations.currentName(conversation)),
    namesOf: (conversation) => read(() => conversations.namesOf(conversation)),
    move: (move) =>
      write(() => {
        if (move.from === move.to) return;
        const name = conversations.rename(move.from, move.to);
        turns.rename(move.from, name);
        questions.rename(move.from, name);
        seats.rename(move.from, name);
        deliveries.readdress(move);
      }),
    seats: (userId) => read(() => seats.latest(userId)),
    userChannels: (userId) => read(() => userChannels.of(userId)),
    keepUserChannels: (wish) => write(() => userChannels.keep(wish)),
    failDelivered: (message) => write(() => afterwards.failDelivered(message)),
    keptRaw: (inbound) => read(() => afterwards.keptRaw(inbound)),
    dead: (query) => read(() => dead.list(query)),
    retryDead: (item) => write(() => dead.retry(item)),
    dropDead: (item) => write(() => dead.drop(item)),
    exportPerson: (person) => people.export(person),
    erasePerson: (person) => people.erase(person),
    lease: (request) => read(() => leases.take(request, now())),
    endLease: (lease) => read(() => leases.end(lease)),
    channelMemory: {
      put: (entry) => write(() => values.put(entry)),
      add: (entry) => write(() => values.add(entry)),
      replace: (change) => write(() => values.replace(change)),
      get: (place) => read(() => values.get(place)),
      list: (channel) => read(() => values.list(channel)),
      remove: (place) => write(() => values.remove(place)),
    },
    turnLog: {
      append: (entry) => write(() => logs.append(entry)),
      read: (turnId, after) => read(() => logs.read(turnId, after)),
      ownerOf: (turnId) => read(() => logs.ownerOf(turnId)),
      ofConversation: (query) => read(() => history(query)),
      // The file is this process's alone.
      tellReading: () => read(() => undefined),
    },
    renderStatus: {
      keep: (report) => write(() => reports.keep(report)),
      of: (turnIds) => read(() => reports.of(turnIds)),
    },
    blobs: {
      put: (blob) => write(() => blobs.put(blob)),
      get: (ref) => read(() => blobs.get(ref)),
      remove: (ref) => write(() => blobs.remove(ref)),
    },
    assertWritable: () => write(() => driver.execute(WRITE_NOTHING)),
    counts: () => read(counts),
    sweep: prepareSweep(driver, { transact: write, retention }),
    backup: () => backupCopy(folder, backup.copyTo),
    async close() {
      await backup.close();
      if (commits.close()) driver.close();
    },
  };
}
