import type { Acceptance } from '../../protocol/store.ts';
import type { UiResponse } from '../../protocol/turn.ts';
import type { Driver } from './driver.ts';

/** An ordinary message. Every value that is bound costs time, so what most messages do not have is left out. */
const KEEP_PLAIN = (state: 'waiting' | 'running', claims: 0 | 1) => `
  insert into turn
    (turn_id, channel, dedupe_key, conversation, message_id, person_id, state, attempt, epoch, received_at_ms, raw)
  values (?, ?, ?, ?, ?, ?, '${state}', ${claims}, ${claims}, ?, ?) returning seq`;
const KEEP = `
  insert into turn
    (turn_id, channel, dedupe_key, conversation, message_id, person_id, state, attempt, epoch, generation,
    received_at_ms, finished_at_ms, reason, response, raw)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) returning seq`;

/** How an inbound is kept. */
interface Kept {
  conversation: string;
  generation: number;
  isTaken: boolean;
  answer: UiResponse | undefined;
  nowMs: number;
}

/** Keeps the row of an inbound, waiting, running or ended. */
export function prepareKeepTurn(driver: Driver) {
  const keepWaiting = driver.prepare<{ seq: number }>(KEEP_PLAIN('waiting', 0));
  const keepRunning = driver.prepare<{ seq: number }>(KEEP_PLAIN('running', 1));
  const keepAny = driver.prepare<{ seq: number }>(KEEP);

  /** Gives the row's number. */
  return function keep(
    { turnId, channel, dedupeKey, messageId, personId, receivedAtMs, raw, ending }: Acceptance,
    kept: Kept,
  ): number {
    const { conversation, generation, isTaken, answer, nowMs } = kept;
    const named = [turnId, channel, dedupeKey, conversation, messageId ?? null, personId ?? null] as const;
    if (!answer && !ending && generation === 0) {
      const statement = isTaken ? keepRunning : keepWaiting;
      return statement.get(...named, receivedAtMs, raw)?.seq ?? 0;
    }
    const claims = isTaken ? 1 : 0;
    const state = ending?.state ?? (isTaken ? 'running' : 'waiting');
    const isScrubbed = state === 'done';
    const row = keepAny.get(
      ...[...named, state, claims, claims, generation, receivedAtMs],
      ...[ending ? nowMs : null, ending?.reason ?? null],
      ...[answer && !isScrubbed ? JSON.stringify(answer) : null, isScrubbed ? null : raw],
    );
    return row?.seq ?? 0;
  };
}
