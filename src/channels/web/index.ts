import { z } from 'zod';
import type { ChannelConnection, ChannelType } from '../../protocol/channel.ts';
import { BridgeError } from '../../protocol/errors.ts';
import { ANONYMOUS, readWebMessage, webInbound } from './inbound.ts';
import { type WebSettings, webSettings } from './settings.ts';

/** Longest session or user id, characters. */
export const MAX_ID_CHARS = 256;

/** A user's or a session's id. It goes into URLs, so a lone surrogate is refused. */
export const webId = z.string().min(1).max(MAX_ID_CHARS).refine(isWellFormed, 'must be well-formed text');
const address = z.strictObject({ session_id: webId, user_id: webId.default(ANONYMOUS) });

const posted = z.looseObject({
  message: z.string().default(''),
  user_id: z.string().default(ANONYMOUS),
  session_id: z.string().optional(),
  ui_response: z
    .union([
      z.object({ id: z.string(), value: z.union([z.string(), z.array(z.string())]) }),
      z.object({ id: z.string(), index: z.number().int().min(0).max(99) }),
    ])
    .optional()
    .catch(undefined),
});

/** The web chat: it gets the text and the widgets themselves, over the dialects' own routes. */
export const web: ChannelType<WebSettings> = {
  name: 'web',
  settings: webSettings,
  isEnabled: () => true,
  address,
  // A session belongs to one user: the same session id of another user is another conversation.
  conversationOf: ({ session_id, user_id = ANONYMOUS }) =>
    `web:${encodeURIComponent(user_id)}:${encodeURIComponent(session_id ?? '')}`,
  addressOf(conversation) {
    const [name, user, session] = conversation.split(':');
    if (name !== 'web' || !user || !session) return undefined;
    try {
      return { session_id: decodeURIComponent(session), user_id: decodeURIComponent(user) };
    } catch {
      return undefined;
    }
  },
  deliveryLaneOf: (to) => web.conversationOf(to),
  // Nothing is sent, so nothing can arrive twice.
  knowsRepeats: true,
  isShared: () => false,
  repliesPerRequest: true,
  keepsTurnLog: true,
  content: { format: 'plain', overflow: 'split', truncationSuffix: '' },
  print: (_affordances, text) => ({ parts: [{ content: text, ui: {} }], notes: [] }),
  decode(payload) {
    const parsed = posted.safeParse(payload);
    if (!parsed.success) {
      throw new BridgeError('body_invalid', 'Cannot read this as a web message: it needs {message, session_id}.');
    }
    const { message, user_id, session_id, ui_response } = parsed.data;
    return {
      message,
      user_id,
      ui_response: ui_response ?? null,
      context: session_id === undefined ? {} : { session_id },
    };
  },
  connect: async () => connection,
};

/** The web answers on the request's own connection: a kept reply is a delivered one. */
const connection: ChannelConnection = {
  routes: [],
  start() {},
  async stop() {},
  readiness: () => ({ ready: true }),
  decode: async (raw) => webInbound(readWebMessage(raw)),
  inboundOf: ({ id, address: { session_id: session }, personId, text }) =>
    webInbound({
      ...{ turn_id: `turn_${id}`, dedupe_key: id, user_id: personId, session_id: String(session), message: text },
      // Whoever reads it reads it in the dialect of their choice; what it can show is not known here.
      client: { dialect: 'muxi' },
    }),
  deliver: async () => ({ status: 'delivered' }),
  showAnswered: () => undefined,
  readdress: (payload) => payload,
};

function isWellFormed(text: string): boolean {
  return !/\p{Cs}/u.test(text);
}
