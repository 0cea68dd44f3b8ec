import { z } from 'zod';

/** Bot API server of Telegram itself. */
const PUBLIC_API_ROOT = 'https://api.telegram.org';

const apiRoot = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL, e.g. https://api.telegram.org' })
  .refine((url) => !/[?#]/.test(url), 'must not have a query or a fragment')
  .transform((url) => url.replace(/\/+$/, ''));

const userOrChatId = z
  .union([z.int(), z.string().regex(/^-?\d{1,16}$/)], { error: 'must be a user or chat id, e.g. 42 or -1001557' })
  .transform(String);

/** `channels.telegram` of a formation. */
export const telegramSettings = z.strictObject({
  /** Goes into URLs, so it may hold nothing that ends a path segment. Empty = off. */
  token: z.string().regex(/^[\w:-]*$/, 'must be a bot token as BotFather shows it, e.g. 123456:ABC-DEF'),
  mode: z.enum(['polling', 'webhook']).default('polling'),
  /** Telegram Bot API, setWebhook, read 2026-11. Absent or empty = derived from the service's own secret. */
  secret_token: z
    .string()
    .regex(/^[A-Za-z0-9_-]{0,256}$/, 'must be 1 to 256 of A-Z, a-z, 0-9, _ and -')
    .optional(),
  api_root: apiRoot.default(PUBLIC_API_ROOT),
  /** Only these users and chats are heard. Absent = everyone. */
  allow: z.array(userOrChatId).min(1, 'must name somebody; leave it out to hear everyone').optional(),
  /** What is heard in a group: what names the bot or answers it, or everything. */
  groups: z.enum(['mention', 'all']).default('mention'),
});

export type TelegramSettings = z.infer<typeof telegramSettings>;
