import type { Bot } from 'grammy';
import { idIn, objectIn } from './loose.ts';
import type { FileMethod } from './print-file.ts';
import { mayBeDoneAfter, Unanswered } from './unanswered.ts';

export type BotMethod =
  | 'getMe'
  | 'getUpdates'
  | 'setWebhook'
  | 'deleteWebhook'
  | 'sendMessage'
  | 'sendLocation'
  | 'editMessageText'
  | 'editMessageReplyMarkup'
  | 'answerCallbackQuery'
  | 'getFile'
  | FileMethod;

/** What became of one call. "The platform said no" and "we heard nothing" are never blurred. */
export type Answer =
  | { type: 'yes'; result: unknown }
  /** `description` is the platform's own, e.g. "Bad Request: chat not found". */
  | { type: 'no'; code: number; description: string; retryAfterMs?: number; movedTo?: number }
  /** `mayBeDone`: the platform may have done it all the same; false only where that is out of the question. */
  | { type: 'silence'; reason: string; mayBeDone: boolean };

/** Calls the Bot API once, without retries of its own. Never throws. */
export type CallBotApi = (method: BotMethod, body: object, signal?: AbortSignal) => Promise<Answer>;

/** grammY's raw client without its payload types: what we send was printed or handed to us, and the platform judges it. */
type RawClient = Record<BotMethod, (...args: unknown[]) => Promise<unknown>>;

export function botApi(bot: Bot, token: string): CallBotApi {
  const raw = bot.api.raw as unknown as RawClient;
  return async (method, body, signal) => {
    try {
      // Of these methods grammY knows that getMe has no body, and takes the signal in its place.
      return { type: 'yes', result: await raw[method](...(method === 'getMe' ? [signal] : [body, signal])) };
    } catch (error) {
      return answerOf(error, (text) => withoutToken(text, token));
    }
  };
}

/** Telegram does not always say how long to wait. */
const DEFAULT_WAIT_MS = 5_000;

function answerOf(error: unknown, scrub: (text: string) => string): Answer {
  const fault = objectIn(error);
  const { error_code: code, description } = fault ?? {};
  if (typeof code === 'number' && typeof description === 'string') {
    const said = scrub(`${code} ${description}`);
    if (code >= 500) {
      return { type: 'silence', reason: `Telegram answered ${said}`, mayBeDone: mayBeDoneAfter(code) };
    }
    const parameters = objectIn(fault?.parameters);
    const retryAfterSec = parameters?.retry_after;
    const movedTo = idIn(parameters?.migrate_to_chat_id);
    return {
      type: 'no',
      code,
      description: scrub(description),
      // Telegram does not say whether it means the chat or the whole bot, so each chat is held by what it was told itself.
      ...(code === 429 && {
        retryAfterMs: typeof retryAfterSec === 'number' && retryAfterSec > 0 ? retryAfterSec * 1000 : DEFAULT_WAIT_MS,
      }),
      ...(movedTo !== undefined && { movedTo }),
    };
  }
  // The stack ran out while the body was written as JSON: it never left.
  if (error instanceof RangeError) return { type: 'no', code: 400, description: 'Bad Request: nested too deeply' };
  if (error instanceof Unanswered) {
    return { type: 'silence', reason: `Telegram ${error.message}`, mayBeDone: error.mayBeDone };
  }
  return { type: 'silence', reason: 'What answered is not a Bot API server', mayBeDone: true };
}

function withoutToken(text: string, token: string): string {
  return token ? text.replaceAll(token, '<token>') : text;
}
