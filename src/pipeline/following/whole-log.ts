import type { LogEntry, TurnEvent } from '../../protocol/turn-log.ts';
import { endingEvents, type TurnEnding } from './turn-ending.ts';

/** The log of a turn that is kept at once, as it ended. `asked` is absent where nobody had asked for it. */
export function wholeLog({ run, asked, ending }: { run: number; asked?: TurnEvent; ending: TurnEnding }): LogEntry {
  const events = [...(asked ? [asked] : []), ...endingEvents(ending, '')];
  return { run, events: events.map((event, index) => ({ ...event, seq: index + 1 })), replaces: true };
}
