import type { Bot } from 'grammy';
import { httpCalls } from './http-calls.ts';
import type { TelegramSettings } from './settings.ts';

/** One call, long enough for a slow network. The dispatcher retries, so a longer wait would only hold the lane. */
const TIMEOUT_SEC = 30;
/** One call that carries a file of up to 50 MB. */
const UPLOAD_TIMEOUT_MS = 120_000;

/**
 * A grammY bot that knows who it is from its token alone, so that kept updates can be read before `getMe`
 * has answered. It has no plugin that waits or retries: both are durable elsewhere. Loads the library.
 */
export async function loadBot({ token, api_root }: TelegramSettings): Promise<Bot> {
  const { Bot } = await import('grammy');
  const bot = new Bot(token, {
    client: { apiRoot: api_root, timeoutSeconds: TIMEOUT_SEC },
    botInfo: {
      id: botIdIn(token),
      is_bot: true,
      first_name: '',
      username: '',
      can_join_groups: true,
      can_read_all_group_messages: false,
      supports_inline_queries: false,
      can_connect_to_business: false,
      has_main_web_app: false,
      has_topics_enabled: false,
      allows_users_to_create_topics: false,
      can_manage_bots: false,
      supports_join_request_queries: false,
    },
  });
  bot.api.config.use(
    httpCalls({ apiRoot: api_root, token, timeoutMs: TIMEOUT_SEC * 1000, uploadTimeoutMs: UPLOAD_TIMEOUT_MS }),
  );
  return bot;
}

/** A token begins with the bot's id; 0 when it does not, as with one made up for an emulator. */
function botIdIn(token: string): number {
  return Number(/^\d{1,16}(?=:)/.exec(token)?.[0] ?? 0);
}
