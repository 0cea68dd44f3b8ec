import type { ChannelPace } from '../../protocol/pace.ts';

/**
 * What a Telegram message holds. Sources: "Bot API" is core.telegram.org/bots/api, read 2026-11; "observed" is what bots
 * report, since Telegram publishes no number.
 */

/** 1-4096 characters after entities parsing, counted in UTF-16 units. Bot API, sendMessage. */
export const MAX_TEXT_UNITS = 4096;

/** 1-64 bytes. Bot API, InlineKeyboardButton, `callback_data`. */
export const MAX_CALLBACK_BYTES = 64;

/** 1-256 characters. Bot API, CopyTextButton, `text`. */
export const MAX_COPY_TEXT_UNITS = 256;

/** Observed: more are refused with "reply markup is too long". */
export const MAX_BUTTONS = 100;

/** Observed: keyboards of more than 10 kB of JSON are refused with "reply markup is too long" (tginfo/Telegram-Limits#187). */
export const MAX_KEYBOARD_BYTES = 10_000;

/** No limit is known; a phone shows about 30 characters of a button that has the row for itself. */
export const MAX_LABEL_GRAPHEMES = 64;

/** No limit is known for the URL of a button; this is the longest that a link may have. */
export const MAX_URL_CHARS = 2048;

/** Uploads by a bot. Bot API, sendDocument: "up to 50 MB". */
export const MAX_UPLOAD_BYTES = 50 * 1000 * 1000;

/** Downloads by a bot. Bot API, getFile: "up to 20MB"; the server's own limit is 20 MiB (tdlib, MAX_DOWNLOAD_FILE_SIZE). */
export const MAX_DOWNLOAD_BYTES = 20 * 1024 * 1024;

/**
 * Room for the line that shows an answer once it is given: `\n\n✓ ` and a label of 64. Kept free for each question of a
 * message, in half of the text at most.
 */
export const ANSWERED_LINE_UNITS = 68;

/**
 * How fast Telegram takes messages and edits. Sources: Telegram Bots FAQ, "My bot is hitting limits", read 2026-11: one
 * a second in a chat, where "short bursts" pass; 20 a minute in a group; 30 a second in all. A rate and its burst add
 * up: `burst + perSecond × window` go out in the first window, and that stays within what the FAQ says.
 */
export const TELEGRAM_PACE: ChannelPace = {
  /** A press is answered by an edit, which shows the choice, and by the reply; three is room for both and one more. */
  perChat: { perSecond: 1, burst: 3 },
  /** 3 + 17 in the first minute. */
  perGroup: { perSecond: 17 / 60, burst: 3 },
  /** Groups and channels have negative ids; only they have public names. */
  groupLanes: ['telegram:-', 'telegram:@'],
  /** 3 + 25 in the first second. The burst makes up for timers that are late; the rest is room for an uneven network. */
  perApp: { perSecond: 25, burst: 3 },
};
