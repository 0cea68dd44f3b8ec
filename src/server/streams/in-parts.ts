import type { TurnStep } from '../../protocol/turn-step.ts';

/** Events that are written out at once. */
const EVENTS_PER_PART = 100;

/** The same in several steps, so that what waits for a slow reader waits as events, which all readers share. */
export function* inParts({ run, events }: TurnStep): Generator<TurnStep> {
  for (let start = 0; start < events.length; start += EVENTS_PER_PART) {
    yield { run, events: events.slice(start, start + EVENTS_PER_PART) };
  }
}
