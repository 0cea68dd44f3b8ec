import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Pipeline } from '../../pipeline/pipeline.ts';
import { BridgeError, ERROR_CODES, type ErrorCode } from '../../protocol/errors.ts';
import type { Store, TurnRecord } from '../../protocol/store.ts';
import { isSpokenEnding } from '../../protocol/turn-endings.ts';
import type { Widget } from '../../protocol/widget.ts';
import { readPost } from '../../webhooks/posted.ts';

/** What a web client is told of a turn. */
export interface Reply {
  content: string;
  ui?: readonly Widget[];
}

export interface FinishedDeps {
  pipeline: Pick<Pipeline, 'isRunning' | 'isStopping' | 'say'>;
  store: Pick<Store, 'turn'>;
  /** Whether it was answered already, or nobody is left to be answered. */
  isOver: () => boolean;
  /** The language that the person reads. */
  locale: string | undefined;
  /** Default 50: who follows it here is told at once, most often before that. */
  firstLookMs?: number;
}

const kept = z.object({ content: z.string(), ui: z.custom<readonly Widget[]>(Array.isArray).optional() });

const FIRST_LOOK_MS = 50;
const LONGEST_WAIT_MS = 500;

/**
 * The reply of a turn that was kept, by this process, an earlier one or another instance; waits while it still runs.
 * While it runs in this process it is not looked for in the store: whoever follows it there is told at once.
 * Gives up when it is over, and says so when the turn was erased.
 */
export async function finishedTurn(
  turnId: string,
  { pipeline, store, isOver, locale, firstLookMs = FIRST_LOOK_MS }: FinishedDeps,
): Promise<Reply | BridgeError> {
  let answering = turnId;
  for (let waitMs = firstLookMs; !isOver(); waitMs = longer(waitMs)) {
    await sleep(waitMs, undefined, { ref: false });
    if (isOver()) break;
    if (pipeline.isRunning(answering)) continue;
    // What runs may end within the time that a stop has; what waits will not be begun.
    if (pipeline.isStopping()) break;
    const turn = await store.turn(answering).catch(couldNotLook);
    if (turn === 'could_not_look') continue;
    if (turn === undefined) return erasedMeanwhile(answering);
    if (turn.joinedTo !== undefined) answering = turn.joinedTo;
    else if (turn.state === 'done' || turn.state === 'dead') {
      return replyOf(turn, pipeline.say('stopped', locale));
    }
  }
  return shuttingDown();
}

/** What is told to whoever waits for a turn that will not be begun here any more. */
export function shuttingDown(): BridgeError {
  return new BridgeError('shutting_down', 'The service is stopping. Send the request again with the same key.');
}

function longer(waitMs: number): number {
  return Math.min(LONGEST_WAIT_MS, Math.max(FIRST_LOOK_MS, waitMs * 1.5));
}

/** A store that cannot be read now does not undo the turn: it is looked for again. */
function couldNotLook(): 'could_not_look' {
  return 'could_not_look';
}

/** It was kept before it was looked for, so somebody has deleted it. */
export function erasedMeanwhile(turnId: string): BridgeError {
  return new BridgeError(
    'claim_lost',
    `There is no answer to turn '${turnId}': what is held about its user was erased meanwhile. Send the request again if it is still meant.`,
    { facts: { turn_id: turnId } },
  );
}

/** `stopped` is what there is to say about a turn that was stopped before it said anything. */
function replyOf(turn: TurnRecord, stopped: string): Reply | BridgeError {
  // It failed then, and saying it again does not make it a success.
  if (turn.reason !== undefined && !isSpokenEnding(turn.reason)) return failedBefore(turn.reason);
  const sent = turn.deliveries.find((delivery) => delivery.kind === 'send');
  if (!sent && turn.reason === 'stopped') return { content: stopped };
  if (!sent) return { content: '' };
  const payload: unknown = JSON.parse(sent.payload);
  // It was joined to a turn whose answer is posted: that is its own, too.
  const { content, ui } = kept.parse(readPost(payload)?.result ?? payload);
  return ui ? { content, ui } : { content };
}

/** `reason` is the error code that the turn ended with. */
function failedBefore(reason: string): BridgeError {
  const code = Object.hasOwn(ERROR_CODES, reason) ? (reason as ErrorCode) : 'turn_failed';
  return new BridgeError(code, 'The turn failed. Send the request again; if it had a key, with a new one.');
}
