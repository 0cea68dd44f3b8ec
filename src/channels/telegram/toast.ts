import { truncateText } from '../../markup/truncate-text.ts';
import { InFlight } from '../../protocol/in-flight.ts';
import type { Log } from '../../protocol/log.ts';
import type { CallBotApi } from './bot-api.ts';

/** Longest text of an answer: Telegram Bot API, answerCallbackQuery, read 2026-11. */
const MAX_TOAST_UNITS = 200;
/** From about ten seconds on Telegram says that the query is too old. */
const TIMEOUT_MS = 10_000;
/** Answers in flight at once; when Telegram cannot be reached, more would only pile up. */
const MAX_IN_FLIGHT = 1_000;

export interface Toasts {
  /** Ends the spinner on a pressed button, with these words when there are any. Returns at once and never throws. */
  show(callbackQueryId: string, text?: string): void;
  /** Resolves when no answer is in flight. */
  settled(): Promise<void>;
}

/** Answers presses outside every lane. An answer that fails is tried again at once or not at all: later is too late. */
export function createToasts(call: CallBotApi, log: Log): Toasts {
  const answers = new InFlight();

  async function answer(callbackQueryId: string, text: string | undefined): Promise<void> {
    const body = {
      callback_query_id: callbackQueryId,
      ...(text && { text: truncateText(text, MAX_TOAST_UNITS, '…') }),
    };
    const inTime = AbortSignal.timeout(TIMEOUT_MS);
    let said = await call('answerCallbackQuery', body, inTime);
    // A kept-alive connection may end in the moment it is used. Answered twice is answered once.
    if (said.type === 'silence' && !inTime.aborted) said = await call('answerCallbackQuery', body, inTime);
    if (said.type === 'no' && said.code === 400) {
      log.debug({ reason: said.description }, 'telegram took no answer to a press');
    } else if (said.type !== 'yes') {
      const reason = said.type === 'no' ? `${said.code} ${said.description}` : said.reason;
      log.warn({ reason }, 'a press could not be answered');
    }
  }

  return {
    show(callbackQueryId, text) {
      if (answers.size < MAX_IN_FLIGHT) void answers.follow(answer(callbackQueryId, text));
      else log.warn({ in_flight: answers.size }, 'a press was not answered: too many answers are under way');
    },
    settled: () => answers.settled(),
  };
}
