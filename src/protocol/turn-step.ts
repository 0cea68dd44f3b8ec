import type { UiResponse } from './turn.ts';
import type { LoggedEvent, LogPosition, TurnEvent } from './turn-log.ts';

/**
 * What a reader of a stream is told: an event, or to forget what it has of the turn and take this text instead;
 * `uiResponse` is there when the turn answers a question.
 */
export type StreamEvent = (TurnEvent | { type: 'reset'; text: string; uiResponse?: UiResponse }) & {
  /** Where the reader is once it has this. Absent = where it was: the event is none of the turn's own. */
  seq?: number;
};

/** What comes next for a reader. Never without events. */
export interface TurnStep {
  run: number;
  events: readonly StreamEvent[];
}

/**
 * Whether these events follow on what a reader has. They do not when it read another run, or when what it has ends amid
 * texts that were made one since.
 */
export function followsOn([first]: readonly LoggedEvent[], run: number, at: LogPosition | undefined): boolean {
  if (!first) return true;
  const from = first.from ?? first.seq;
  return at === undefined ? from === 1 : at.run === run && from === at.seq + 1;
}

/** A run from its beginning, for a reader that has something else: its text so far at once, then what follows. */
export function snapshotOf(events: readonly LoggedEvent[]): StreamEvent[] {
  let answered: UiResponse | undefined;
  let count = 0;
  let text = '';
  for (const event of events) {
    if (event.type === 'text') text += event.delta;
    else if (event.type === 'asked') answered = event.uiResponse;
    else break;
    count += 1;
  }
  const seq = events[count - 1]?.seq ?? 0;
  return [{ type: 'reset', text, ...(answered && { uiResponse: answered }), seq }, ...events.slice(count)];
}
