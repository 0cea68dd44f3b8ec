import { z } from 'zod';
import { isOwnVerb } from '../callback/data.ts';
import { decodeSelection } from '../callback/selection.ts';
import type { Inbound } from '../protocol/inbound.ts';

/** A call of a trigger as the inbox keeps it. */
const triggerMessage = z.object({
  turn_id: z.string(),
  dedupe_key: z.string(),
  trigger: z.string(),
  user_id: z.string(),
  /** Nobody was named: the id stands for many. */
  is_nameless: z.boolean(),
  session_id: z.string(),
  /** What the person said, empty when the trigger reads no message. */
  message: z.string(),
  /** What the agent reads. */
  prompt: z.string(),
  files: z.array(
    z.object({
      name: z.string(),
      mime: z.string(),
      ref: z.string(),
      url: z.string().exactOptional(),
      sizeBytes: z.number().exactOptional(),
    }),
  ),
  callbacks: z.array(z.string()),
  context: z.record(z.string(), z.unknown()),
  /** Where the answer goes: into the response of the call, or to the trigger's webhook. */
  reply: z.enum(['response', 'webhook']),
  locale: z.string().exactOptional(),
});

export type TriggerMessage = z.infer<typeof triggerMessage>;

/** A callback string of ours is a press, whatever it means; any other call is a message. */
export function triggerInbound(message: TriggerMessage): Inbound {
  const isPress = decodeSelection(message.callbacks) !== undefined || message.callbacks.some(isOwnVerb);
  return {
    dedupeKey: message.dedupe_key,
    raw: JSON.stringify(message),
    address: {
      trigger: message.trigger,
      user_id: message.user_id,
      session_id: message.session_id,
      reply: message.reply,
      context: JSON.stringify(message.context),
    },
    person: { id: message.user_id, ...(message.locale !== undefined && { locale: message.locale }) },
    isAttributable: true,
    ...(message.is_nameless && { isNameless: true }),
    event: isPress
      ? { type: 'press', data: message.callbacks, label: message.message, mayBeMessage: false }
      : {
          type: 'message',
          text: message.message || message.prompt,
          prompt: message.prompt,
          files: message.files,
          messageId: message.turn_id,
        },
  };
}

export function readTriggerMessage(raw: string): TriggerMessage {
  return triggerMessage.parse(JSON.parse(raw));
}
