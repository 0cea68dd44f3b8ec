import { CLOCK_SLACK_MS } from '../limits.ts';
import type { Driver } from './driver.ts';

/*
 * A lane has a row for as long as an item waits or runs in it. `waiting` and `running` count those items and change in
 * the same transaction as they do. A free lane has something waiting and nothing running.
 *
 * `due_ms` 0 means that nothing holds the lane back. Free lanes take turns: a lane joins behind the newest item when it
 * is done with one and when its hold is over, so neither a long backlog nor a platform that is down starves the others.
 *
 * A hold that began later than it is now was made before the clock was set back. Looking for those means reading all
 * that are held, so it is done at a start, and then only while it is earlier than it was once.
 *
 * A limit is written `0 + ?` because SQLite plans a statement with a bare `limit ?` anew each time that it runs.
 */

/** Most items of one claim, far above what a process handles at a time. */
const MAX_ROWS = 100_000;

/** The SQL of one lane table. `items` is the table whose rows stand in these lanes. */
function statementsOf(lanes: 'turn_lane' | 'delivery_lane', items: 'turn' | 'delivery') {
  const isFree = 'waiting > 0 and running = 0';
  const lastPosition = `(select coalesce(max(seq), 0) + 1 from ${items})`;
  return {
    join: `
      insert into ${lanes} (name, channel, waiting, running, due_ms, position) values (?, ?, 1, 0, 0, ?)
      on conflict (name) do update set waiting = ${lanes}.waiting + 1`,
    enter: `
      insert into ${lanes} (name, channel, waiting, running, due_ms, position) values (?, ?, 0, 1, 0, 0)
      on conflict (name) do nothing`,
    open: `select waiting + running as open from ${lanes} where name = ?`,
    due: `select name from ${lanes} where ${isFree} and due_ms > 0 and due_ms <= ? order by due_ms limit 0 + ?`,
    nextDue: `select min(due_ms) as due_ms from ${lanes} where ${isFree} and due_ms > 0`,
    endHold: `update ${lanes} set due_ms = 0, position = ${lastPosition} where name = ?`,
    endHoldsSince: `
      update ${lanes} set due_ms = 0, position = ${lastPosition} where due_ms > 0 and held_at_ms > ?`,
    start: `update ${lanes} set waiting = waiting - 1, running = running + 1 where name = ?`,
    delay: `update ${lanes} set due_ms = ?, held_at_ms = ? where name = ?`,
    pass: `update ${lanes} set waiting = waiting - 1 where name = ? and waiting > 0 and running = 1 and due_ms = 0`,
    unpass: `update ${lanes} set waiting = waiting + 1 where name = ?`,
    leaveLast: `delete from ${lanes} where name = ? and waiting = 0 and running = 1`,
    leave: `
      update ${lanes} set running = running - 1, position = ${lastPosition} where name = ? returning waiting, running`,
    hold: `
      update ${lanes} set waiting = waiting + 1, running = running - 1, due_ms = ?, held_at_ms = ? where name = ?`,
    subtract: `
      update ${lanes} set waiting = waiting - ?, running = running - ? where name = ?
      returning channel, due_ms, held_at_ms, position`,
    merge: `
      insert into ${lanes} (name, channel, waiting, running, due_ms, held_at_ms, position) values (?, ?, ?, ?, ?, ?, ?)
      on conflict (name) do update set
        waiting = ${lanes}.waiting + excluded.waiting,
        running = ${lanes}.running + excluded.running,
        due_ms = max(${lanes}.due_ms, excluded.due_ms),
        held_at_ms = max(${lanes}.held_at_ms, excluded.held_at_ms)`,
    removeEmpty: `delete from ${lanes} where name = ? and waiting = 0 and running = 0`,
    waiting: `select coalesce(sum(waiting), 0) as waiting from ${lanes}`,
  };
}

/** A limit as SQLite reads it: whole, and never negative, which would mean none. */
export function rowsOf(limit: number): number {
  return Math.max(0, Math.min(Math.floor(limit), MAX_ROWS));
}

export type Lanes = ReturnType<typeof prepareLanes>;

export function prepareLanes(driver: Driver, lanes: 'turn_lane' | 'delivery_lane', items: 'turn' | 'delivery') {
  const sql = statementsOf(lanes, items);
  const join = driver.prepare(sql.join);
  const enter = driver.prepare(sql.enter);
  const open = driver.prepare<{ open: number }>(sql.open);
  const due = driver.prepare<{ name: string }>(sql.due);
  const nextDue = driver.prepare<{ due_ms: number | null }>(sql.nextDue);
  const endHold = driver.prepare(sql.endHold);
  const endHoldsSince = driver.prepare(sql.endHoldsSince);
  const start = driver.prepare(sql.start);
  const delay = driver.prepare(sql.delay);
  const pass = driver.prepare(sql.pass);
  const unpass = driver.prepare(sql.unpass);
  const leaveLast = driver.prepare(sql.leaveLast);
  const leave = driver.prepare<{ waiting: number; running: number }>(sql.leave);
  const hold = driver.prepare(sql.hold);
  const subtract = driver.prepare<{ channel: string; due_ms: number; held_at_ms: number; position: number }>(
    sql.subtract,
  );
  const merge = driver.prepare(sql.merge);
  const removeEmpty = driver.prepare(sql.removeEmpty);
  const waiting = driver.prepare<{ waiting: number }>(sql.waiting);
  let latestMs = 0;
  return {
    /** A new item waits in the lane. */
    join: (name: string, channel: string, seq: number) => void join.run(name, channel, seq),

    /** A new item runs at once if the lane is empty. Gives whether it does. */
    enter: (name: string, channel: string): boolean => enter.run(name, channel) > 0,

    /** Items that wait or run. */
    open: (name: string): number => open.get(name)?.open ?? 0,

    /** Lanes whose hold is over are free again; at most `rows` of them, so that a claim costs what it takes. */
    endHolds(nowMs: number, rows: number): void {
      if (nowMs + CLOCK_SLACK_MS < latestMs) endHoldsSince.run(nowMs + CLOCK_SLACK_MS);
      latestMs = Math.max(latestMs, nowMs);
      for (const lane of due.all(nowMs, rows)) endHold.run(lane.name);
    },

    /** Unix milliseconds; when the first hold ends. */
    nextDueMs: (): number | undefined => nextDue.get()?.due_ms ?? undefined,

    /** The head of the lane runs. */
    start: (name: string) => void start.run(name),

    /** The head of the lane has to wait. */
    delay(name: string, untilMs: number, nowMs: number): void {
      latestMs = Math.max(latestMs, nowMs);
      delay.run(untilMs, nowMs, name);
    },

    /** The only item that ran is done, and the next one runs. false: none can, and the lane stays as it is. */
    pass: (name: string): boolean => pass.run(name) > 0,

    /** The next one does not run after all. */
    unpass: (name: string) => void unpass.run(name),

    /** The item that ran is done. Gives whether another one waits and the lane is free for it. */
    leave(name: string): boolean {
      if (leaveLast.run(name) > 0) return false;
      const left = leave.get(name);
      return left !== undefined && left.waiting > 0 && left.running === 0;
    },

    /** The item that ran waits again, and the lane with it. */
    hold(name: string, untilMs: number, nowMs: number): void {
      latestMs = Math.max(latestMs, nowMs);
      hold.run(Math.max(0, untilMs), nowMs, name);
    },

    /** Items that wait in the lane or run in it are gone. */
    withdraw(name: string, items: { waiting: number; running: number }): void {
      if (items.waiting + items.running === 0) return;
      subtract.get(items.waiting, items.running, name);
      removeEmpty.run(name);
    },

    /** Items were renamed from one lane to another. */
    shift(from: string, to: string, items: { waiting: number; running: number }): void {
      if (from === to || items.waiting + items.running === 0) return;
      const lane = subtract.get(items.waiting, items.running, from);
      if (!lane) return;
      removeEmpty.run(from);
      merge.run(to, lane.channel, items.waiting, items.running, lane.due_ms, lane.held_at_ms, lane.position);
    },

    waiting: (): number => waiting.get()?.waiting ?? 0,
  };
}
