import { z } from 'zod';
import type { Inbound } from '../../protocol/inbound.ts';
import { DIALECTS } from '../../protocol/ui/turn-client.ts';

/** The user id of everybody who does not name one. */
export const ANONYMOUS = 'anonymous';

const turnClient = z.object({
  dialect: z.enum(DIALECTS),
  blocks: z.array(z.object({ namespace: z.string(), block_type: z.string(), version: z.number() })).optional(),
});

/** A web message as the inbox keeps it. */
const webMessage = z.object({
  turn_id: z.string(),
  dedupe_key: z.string(),
  user_id: z.string(),
  session_id: z.string(),
  message: z.string(),
  ui_response: z.unknown().optional(),
  locale: z.string().optional(),
  /** What the client shows; absent = MUXI. */
  client: turnClient.optional(),
});

export type WebMessage = z.infer<typeof webMessage>;

export function webInbound(message: WebMessage): Inbound {
  return {
    dedupeKey: message.dedupe_key,
    raw: JSON.stringify(message),
    address: { session_id: message.session_id, user_id: message.user_id },
    person: { id: message.user_id, ...(message.locale !== undefined && { locale: message.locale }) },
    isAttributable: true,
    client: message.client ?? { dialect: 'muxi' },
    ...(message.user_id === ANONYMOUS && { isNameless: true }),
    event: {
      type: 'message',
      text: message.message,
      files: [],
      messageId: message.turn_id,
      ...(message.ui_response !== undefined && { hint: message.ui_response }),
    },
  };
}

export function readWebMessage(raw: string): WebMessage {
  return webMessage.parse(JSON.parse(raw));
}
