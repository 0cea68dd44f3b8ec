import type { ErrorCode } from './errors.ts';
import type { Choice } from './question.ts';
import type { UiResponse } from './turn.ts';
import type { TurnState } from './turn-state.ts';
import type { UiBlock } from './ui/ui-block.ts';
import type { UiEnvelope } from './ui/ui-envelope.ts';
import type { Widget } from './widget.ts';

/** What happens in a turn, in the words of no dialect. */
export type TurnEvent =
  /** What the person said, the first event of every run. */
  | { type: 'asked'; message: string; receivedAtMs: number; uiResponse?: UiResponse }
  | { type: 'text'; delta: string }
  /** A tool was called; `parentId` is the call under which it was. */
  | { type: 'tool_call'; callId: string; tool: string; args: unknown; parentId?: string }
  /** What came of it, as a model may see it. */
  | { type: 'tool_result'; callId: string; tool: string; isError: boolean; result: unknown; parentId?: string }
  | { type: 'block'; block: UiBlock }
  | { type: 'envelope'; envelopeId: string; createdAtMs: number; envelope: UiEnvelope }
  /** A question that waits for its answer from the end of this turn on. */
  | { type: 'question'; widgetId: string; prompt: string; choices: readonly Choice[]; multi: boolean }
  | { type: 'ui'; widgets: readonly Widget[] }
  | { type: 'done' }
  | { type: 'error'; code: ErrorCode; message: string };

/**
 * An event with its place in its run, counted from 1 without a gap. `from` is there where several texts were made one:
 * it stands for all events from there to `seq`.
 */
export type LoggedEvent = TurnEvent & { seq: number; from?: number };

/** How far somebody has read: everything up to `seq` of this run. A run is an attempt of the turn, counted from 1. */
export interface LogPosition {
  run: number;
  seq: number;
}

/** What is added to the log of a turn at once. Never empty. */
export interface LogEntry {
  run: number;
  events: readonly LoggedEvent[];
  /** In place of everything that was kept of the turn: its first entry, or one that says it all in fewer events. */
  replaces: boolean;
}

/** What the log holds behind a position. */
export interface LogPage {
  run: number;
  /** In order. There may be more behind them. */
  events: readonly LoggedEvent[];
}

/** Whose turn it is. */
export interface TurnOwner {
  channel: string;
  conversation: string;
  /** As the channel names them. Absent = nobody in particular. */
  personId?: string;
}

/** A turn of a conversation, with what was said in it. */
export interface LoggedTurn {
  turnId: string;
  receivedAtMs: number;
  /** How often the conversation had begun anew before the turn was kept. */
  generation: number;
  state: TurnState;
  run: number;
  /** Never empty. */
  events: readonly LoggedEvent[];
}

/** What is asked for of a conversation's turns. */
export interface HistoryQuery {
  /** By any name that it ever had. */
  conversation: string;
  /** Most turns of the page; one at least. */
  limit: number;
  /** The cursor of the page before. Absent = from the latest turn on. */
  before?: string;
}

/** A part of a conversation's turns, latest first. */
export interface HistoryPage {
  turns: LoggedTurn[];
  /** Where the next page goes on, towards the past. Absent = there is none. */
  cursor?: string;
}

/**
 * What was said in turns, while it is said, for those who follow them and for those who come back later. The log of a turn is of one run, its latest;
 * it goes with its turn, when that is swept or erased, and its end is kept with the end of the turn (`TurnFinish`).
 */
export interface TurnLog {
  /** Rejects with `claim_lost` when another claim of the turn was made since, or the turn is gone. */
  append(entry: LogEntry & { turnId: string; epoch: number }): Promise<void>;
  /**
   * What stands behind a position; without one, or behind one of another run, from the beginning. Without events when
   * there is nothing behind it; nothing when nothing of the turn is kept.
   */
  read(turnId: string, after?: LogPosition): Promise<LogPage | undefined>;
  ownerOf(turnId: string): Promise<TurnOwner | undefined>;
  /**
   * The turns of a conversation of which something is kept, latest first, those that wait or run included. Rejects with
   * `body_invalid` when the cursor is none that was given.
   */
  ofConversation(query: HistoryQuery): Promise<HistoryPage>;
  /** Tells the other processes on this store that somebody reads these turns here. It may get lost. */
  tellReading(turnIds: readonly string[]): Promise<void>;
}

/** Whether nothing comes behind it. */
export function isEnd({ type }: TurnEvent): boolean {
  return type === 'done' || type === 'error';
}

/** The same with neighbouring texts made one. */
export function coalesced(events: readonly LoggedEvent[]): LoggedEvent[] {
  const merged: LoggedEvent[] = [];
  let deltas: string[] = [];
  let from = 0;
  let seq = 0;
  const endText = () => {
    if (deltas.length > 0) merged.push({ type: 'text', delta: deltas.join(''), seq, ...(from < seq && { from }) });
    deltas = [];
  };
  for (const event of events) {
    if (event.type !== 'text') {
      endText();
      merged.push(event);
      continue;
    }
    if (deltas.length === 0) from = event.from ?? event.seq;
    deltas.push(event.delta);
    seq = event.seq;
  }
  endText();
  return merged;
}

/** Those behind `seq`. Costs what it gives. */
export function eventsBehind(events: readonly LoggedEvent[], seq: number): readonly LoggedEvent[] {
  let start = events.length;
  while (start > 0 && (events[start - 1] as LoggedEvent).seq > seq) start--;
  return events.slice(start);
}
