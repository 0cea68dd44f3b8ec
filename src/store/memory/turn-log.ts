import {
  eventsBehind,
  type LogEntry,
  type LogPage,
  type LogPosition,
  type TurnEvent,
} from '../../protocol/turn-log.ts';

/** What was said in turns, by the rows of the turns: it goes with them. */
export class LoggedTurns<Row extends object> {
  readonly #logs = new WeakMap<Row, { run: number; events: LogEntry['events'] }>();

  add(row: Row, { run, events, replaces }: LogEntry): void {
    const before = replaces ? [] : (this.#logs.get(row)?.events ?? []);
    this.#logs.set(row, { run, events: [...before, ...events] });
  }

  behind(row: Row, after?: LogPosition): LogPage | undefined {
    const log = this.#logs.get(row);
    if (!log) return undefined;
    const seq = after?.run === log.run ? after.seq : 0;
    return { run: log.run, events: eventsBehind(log.events, seq) };
  }

  forget(row: Row): void {
    this.#logs.delete(row);
  }

  has(row: Row): boolean {
    return this.#logs.has(row);
  }

  all(row: Row): readonly TurnEvent[] | undefined {
    return this.#logs.get(row)?.events;
  }
}
