import { type Log, silentLog } from '../../protocol/log.ts';
import type { Store } from '../../protocol/store.ts';
import { prepareConversations } from './conversations.ts';
import { prepareCounts } from './counts.ts';
import { prepareDeliveries } from './deliveries.ts';
import type { Driver } from './driver.ts';
import { GroupCommit } from './group-commit.ts';
import { prepareLanes } from './lanes.ts';
import { migrate } from './migrate.ts';
import { MIGRATIONS } from './migrations.ts';
import { closeFailed, openFile } from './open-file.ts';
import { preparePushes } from './pushes.ts';
import { prepareQuestions } from './questions.ts';
import { recover } from './recover.ts';
import { prepareSeats } from './seats.ts';
import { explained } from './sqlite-errors.ts';
import { prepareSweep } from './sweep.ts';
import { prepareTurns } from './turns.ts';

export interface SqliteStoreOptions {
  /** Holds `footbridge.db`; made, readable by its owner only, when it is absent. */
  folder: string;
  /** Unix milliseconds. */
  now: () => number;
  log?: Log;
}

/**
 * Opens the embedded store: one SQLite file that belongs to this process until it closes or dies.
 *
 * Throws `data_in_use` when another process has it, `data_too_new` when a newer version wrote it, and `data_unusable`
 * when it cannot be opened, read or written. Operations reject with `data_unusable` when the disk is full; nothing of
 * them is kept, and they may be tried again.
 */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<Store> {
  const { folder, now, log = silentLog } = options;
  const driver = await openFile(folder);
  try {
    migrate(driver, { migrations: MIGRATIONS, folder, nowMs: now() });
    const waitAgain = recover(driver);
    log.info({ folder, driver: driver.name, ...waitAgain }, 'store open');
    return storeOf(driver, { folder, now, log });
  } catch (error) {
    closeFailed(driver);
    throw explained(error, driver, folder);
  }
}

/** The store over an open and migrated file. */
export function storeOf(driver: Driver, options: Required<SqliteStoreOptions>): Store {
  const { folder, now, log } = options;
  const explain = (error: unknown) => explained(error, driver, folder);
  const lanes = {
    turns: prepareLanes(driver, 'turn_lane', 'turn'),
    deliveries: prepareLanes(driver, 'delivery_lane', 'delivery'),
  };
  const conversations = prepareConversations(driver);
  const questions = prepareQuestions(driver, conversations);
  const seats = prepareSeats(driver);
  const deliveries = prepareDeliveries(driver, lanes.deliveries, now);
  const turns = prepareTurns(driver, { lanes: lanes.turns, conversations, deliveries, questions, seats, now });
  const pushes = preparePushes(driver, { conversations, deliveries, questions, now });
  const counts = prepareCounts(driver, lanes);

  const commits = new GroupCommit(driver, { log, explain });
  const write = <T>(work: () => T): Promise<T> => commits.run(work);
  const read = <T>(work: () => T): Promise<T> => commits.read(work);

  return {
    accept: (acceptance) => write(() => turns.accept(acceptance)),
    replaceWaiting: (message) => write(() => turns.replaceWaiting(message)),
    claimTurns: (limit) => write(() => turns.claim(limit)),
    finishTurn: (finish) => write(() => turns.finish(finish)),
    releaseTurn: (release) => write(() => turns.release(release)),
    push: (push) => write(() => pushes.keep(push)),
    turn: (turnId) => read(() => turns.record(turnId)),
    questions: (conversation, nowMs) => read(() => questions.newest(conversation, nowMs)),
    claimDeliveries: ({ limit, nowMs }) => write(() => deliveries.claim(limit, nowMs)),
    settle: (deliveryId, settlement, takeNext = false) =>
      write(() => deliveries.settle(deliveryId, settlement, takeNext)),
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
    counts: () => read(counts),
    sweep: prepareSweep(driver, write),
    async close() {
      if (commits.close()) driver.close();
    },
  };
}
