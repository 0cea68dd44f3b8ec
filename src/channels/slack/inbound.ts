import { createHash } from 'node:crypto';
import { readSubmission } from './form/submission.ts';
import { isThreadTalk, readEvent } from './message.ts';
import { readCommand, readPress } from './press.ts';
import type { Arrival, Heard, Reading } from './reading.ts';
import { type Payload, payloadIn } from './wire.ts';

/** What comes with a payload for apps of old or for a moment. The `response_url` stays: the answer may go there. */
const SECRETS: ReadonlySet<string> = new Set(['token', 'trigger_id']);

/** Reads a payload. What is kept of it holds no token. Nothing when it is not for an agent. Never throws. */
export function readPayload(payload: unknown, reading: Reading): Heard | undefined {
  const read = payloadIn(payload);
  const arrival = arrivalOf(read, payload, reading);
  if (!arrival) return undefined;
  const isOverheard = read?.type === 'event' && isThreadTalk(read.event, reading);
  return { inbound: { ...arrival, raw: withoutTokens(payload) }, isOverheard };
}

function arrivalOf(read: Payload | undefined, payload: unknown, reading: Reading): Arrival | undefined {
  switch (read?.type) {
    case undefined:
      return undefined;
    case 'press':
      return readPress(read.press, reading);
    case 'event':
      return readEvent(read.event, reading);
    case 'submission':
      return readSubmission(read.submission, reading);
    case 'command':
      return readCommand(read.command, createHash('sha256').update(JSON.stringify(payload)).digest('hex'), reading);
    default:
      return read satisfies never;
  }
}

function withoutTokens(payload: unknown): string {
  const kept = Object.entries(payload as object).filter(([key]) => !SECRETS.has(key));
  return JSON.stringify(Object.fromEntries(kept));
}
