import type { ChatFrame } from '../sse.ts';
import { placeOf } from './frame-place.ts';
import type { TurnChange } from './turn-change.ts';
import { isOver, type TurnPart, type TurnState } from './turn-state.ts';

/**
 * A stream may be cut anywhere and gone on with, and what comes then may repeat what was read. So a frame counts once:
 * one of the run that is read, at or before the last one that was taken, changes nothing; nor does one of a run that is
 * over, one of another turn, or one behind the turn's end. `reset` always counts: it says what to begin anew with, and
 * its place is the reader's from then on; where several frames tell of it, the last one has the place. A frame without an
 * id cannot be told from its repetition and always counts.
 */
export function applyFrame(
  state: TurnState,
  frame: ChatFrame,
  read: (frame: ChatFrame) => TurnChange | undefined,
): TurnState {
  if (isOver(state)) return state;
  const change = read(frame);
  if (change?.type === 'start') return started(state, frame, change);
  const standing = standingOf(state, frame.id, change?.type);
  if (standing === 'known') return state;
  const { end: _, ...before } = standing === 'anew' ? { ...state, parts: [] } : state;
  const after = changed(before, change, frame.id !== undefined);
  return frame.id === undefined ? after : placed(after, frame.id);
}

/**
 * How a frame stands to what was read: it is known, or follows on, or belongs to a later run, before which everything
 * is to be forgotten. An error ends its turn also when it is told of as of an earlier run: that is how one is told
 * whose log is gone.
 */
function standingOf(
  { turnId, lastEventId, isPlaceOpen }: TurnState,
  id: string | undefined,
  type: TurnChange['type'] | undefined,
): 'known' | 'next' | 'anew' {
  const place = placeOf(id);
  if (!place) return id !== undefined && id === lastEventId ? 'known' : 'next';
  if (turnId !== undefined && place.turnId !== turnId) return 'known';
  const last = placeOf(lastEventId);
  if (!last || isPlaceOpen || type === 'reset') return 'next';
  if (place.run === last.run) return place.seq <= last.seq ? 'known' : 'next';
  if (place.run > last.run) return 'anew';
  return type === 'error' ? 'next' : 'known';
}

/** The head of a stream. On one that goes on, it has the id of the place where the reader is: it moves nobody. */
function started(state: TurnState, { id }: ChatFrame, { facts }: Extract<TurnChange, { type: 'start' }>): TurnState {
  const place = placeOf(id);
  if (state.turnId !== undefined && place && place.turnId !== state.turnId) return state;
  const { isPlaceOpen: _, ...before } = state;
  const { sessionId, startedAtMs } = before;
  return {
    ...before,
    ...facts,
    ...(place && { turnId: place.turnId }),
    ...(sessionId !== undefined && { sessionId }),
    ...(startedAtMs !== undefined && { startedAtMs }),
  };
}

function placed({ isPlaceOpen: _, ...state }: TurnState, id: string): TurnState {
  const turnId = state.turnId ?? placeOf(id)?.turnId;
  return { ...state, lastEventId: id, ...(turnId !== undefined && { turnId }) };
}

function changed(
  state: TurnState,
  change: Exclude<TurnChange, { type: 'start' }> | undefined,
  hasId: boolean,
): TurnState {
  switch (change?.type) {
    case undefined:
      return state;
    case 'text':
      return { ...state, parts: withText(state.parts, change.delta) };
    case 'parts':
      return { ...state, parts: change.parts.reduce(withPart, state.parts) };
    case 'reset':
      return { ...state, parts: withText([], change.text), ...(!hasId && { isPlaceOpen: true }) };
    case 'done':
      return finished(state);
    case 'error': {
      // One that has no place in the turn ends the stream only.
      const isFinal = hasId || state.turnId === undefined;
      return { ...state, ...(isFinal && { parts: withoutRunning(state.parts) }), end: { ...change, isFinal } };
    }
    default:
      return change satisfies never;
  }
}

function withText(parts: readonly TurnPart[], delta: string): readonly TurnPart[] {
  if (delta === '') return parts;
  const last = parts.at(-1);
  if (last?.type === 'text') return [...parts.slice(0, -1), { type: 'text', text: last.text + delta }];
  return [...parts, { type: 'text', text: delta }];
}

function withPart(parts: readonly TurnPart[], part: Exclude<TurnPart, { type: 'text' }>): readonly TurnPart[] {
  const at = parts.findIndex((known) => known.type === part.type && known.id === part.id);
  return at === -1 ? [...parts, part] : parts.with(at, merged(parts[at] as TurnPart, part));
}

/** The end of a call says less than its beginning. */
function merged(known: TurnPart, part: Exclude<TurnPart, { type: 'text' }>): TurnPart {
  return known.type === 'tool' && part.type === 'tool' ? { ...known, ...part, name: part.name || known.name } : part;
}

/** The turn as it is when it went well to its end. */
export function finished(state: TurnState): TurnState {
  return { ...state, parts: withoutRunning(state.parts), end: { type: 'done' } };
}

/** Nothing runs in a turn that is over. */
function withoutRunning(parts: readonly TurnPart[]): readonly TurnPart[] {
  return parts.map((part) =>
    part.type === 'tool' && part.status === 'running' ? { ...part, status: 'unanswered' } : part,
  );
}
