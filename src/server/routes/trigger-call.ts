import { randomUUID } from 'node:crypto';
import type { Request } from 'express';
import { ANONYMOUS } from '../../channels/web/inbound.ts';
import { newId } from '../../pipeline/new-id.ts';
import { BridgeError } from '../../protocol/errors.ts';
import type { Trigger } from '../../protocol/trigger.ts';
import { triggerAddress } from '../../webhooks/trigger-channel.ts';
import type { TriggerMessage } from '../../webhooks/trigger-message.ts';
import { idempotencyKeyOf } from '../idempotency-key.ts';
import { fingerprint } from './same-request.ts';

export interface TriggerCall {
  trigger: Trigger;
  data: unknown;
  sessionId: string | undefined;
  /** The user whom the call's headers name. */
  userId: string;
  reply: TriggerMessage['reply'];
}

/**
 * Reads a call into what the inbox keeps. Whom the data names goes before whom the headers name; the session of the call
 * goes before that of the data, and without either it is a new one. A repeated key gives the same ids.
 */
export function triggerMessageOf(
  request: Request,
  { trigger, data, sessionId, userId: ofHeaders, reply }: TriggerCall,
  { agentName, nowMs }: { agentName: string; nowMs: number },
): TriggerMessage {
  const reading = trigger.read(data);
  const userId = reading.userId ?? ofHeaders;
  const key = idempotencyKeyOf(request);
  const identity = ['trigger', trigger.name, userId, key];
  const session = sessionId ?? reading.sessionId;
  const { message = '', context, files, callbacks } = reading;
  const locale = request.acceptsLanguages()[0];
  const prompt = trigger.prompt({
    data,
    request: { message, user_id: userId },
    context,
    agent: { name: agentName },
    timestamp: new Date(nowMs).toISOString(),
  });
  const read: TriggerMessage = {
    turn_id:
      key === undefined ? newId('turn', nowMs) : `turn_${fingerprint(...identity, [session ?? null, data, reply])}`,
    dedupe_key: key === undefined ? randomUUID() : `key:${fingerprint(...identity)}`,
    trigger: trigger.name,
    user_id: userId,
    is_nameless: userId === ANONYMOUS,
    // Without a session of its own, a repeated call must land in the same new session.
    session_id: session ?? `session_${key === undefined ? randomUUID() : fingerprint('session', ...identity)}`,
    ...{ message, prompt, files: [...files], callbacks: [...callbacks], context, reply },
    ...(locale !== undefined && locale !== '*' && { locale }),
  };
  assertNames(read);
  return read;
}

function assertNames({ trigger, user_id, session_id }: TriggerMessage): void {
  const checked = triggerAddress.safeParse({ trigger, user_id, session_id });
  if (checked.success) return;
  const [issue] = checked.error.issues;
  throw new BridgeError(
    'body_invalid',
    `Cannot take this call of the trigger '${trigger}': its ${String(issue?.path[0])} is no id of 1 to 256 characters of well-formed text.`,
  );
}
