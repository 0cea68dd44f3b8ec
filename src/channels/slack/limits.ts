import type { ChannelPace } from '../../protocol/pace.ts';

/**
 * What a Slack message holds. Sources: docs.slack.dev, Block Kit reference, and the types of @slack/web-api, read
 * 2026-11. Slack does not say how it counts characters; UTF-16 units are the stricter reading.
 */

/** "Best" at most; longer texts may be split by Slack itself. chat.postMessage, `text`. Counted as escaped. */
export const MAX_TEXT_UNITS = 4000;

/**
 * The text of an edit: bytes, not characters, with `&`, `<` and `>` escaped. Slack answers `msg_too_long` beyond
 * (gitlab-org/gitlab!258898); a new message may be longer.
 */
export const MAX_EDITED_TEXT_BYTES = 4000;

/** Section block, `text`. */
export const MAX_SECTION_UNITS = 3000;

/** A text of 4000 never needs more sections of 3000: any two that follow each other hold 2600 or more. */
export const MAX_TEXT_SECTIONS = 3;

/** Blocks in one message. */
export const MAX_BLOCKS = 50;

/** Actions block, `elements`. */
export const MAX_ACTIONS_ELEMENTS = 25;

/** Every interactive element, `action_id`. */
export const MAX_ACTION_ID_CHARS = 255;

/** Static select, `options`. */
export const MAX_SELECT_OPTIONS = 100;

/** Checkboxes, `options`. */
export const MAX_CHECKBOXES = 10;

/** Button and option, `text`. */
export const MAX_LABEL_UNITS = 75;

/** Option, `value`; shorter than what a button's `value` (2000) and an `action_id` (255) hold. */
export const MAX_CALLBACK_CHARS = 150;

/** Modal view, `title`, `submit` and `close`. */
export const MAX_MODAL_WORDS_UNITS = 24;

/** Plain-text input, `max_length`. */
export const MAX_INPUT_UNITS = 3000;

/** Select, `placeholder`. */
export const MAX_PLACEHOLDER_UNITS = 150;

/** Button, `url`. */
export const MAX_URL_CHARS = 3000;

/** More options than this are easier to read in a menu than as buttons. Our choice. */
export const MAX_BUTTONS_OF_CHOICE = 5;

/**
 * JSON of all blocks together, characters. Slack answers `msg_blocks_too_long` from about 13,200 on
 * (slackapi/bolt-js#2509 and #2867); it documents no number.
 */
export const MAX_BLOCKS_JSON = 12_500;

/** Of these for buttons and menus, so that the text beside them has at least 1,300 characters. Our choice. */
export const MAX_UI_JSON = 9_800;

/**
 * How fast Slack takes messages: docs.slack.dev, Rate limits, read 2026-11. `chat.postMessage`: about one a second per
 * channel, where "short bursts" pass, and "several hundred messages per minute" in a workspace. Three at once are an
 * edit, a reply and one more; 5 a second are 300 a minute. One that is over is answered with 429 and a Retry-After.
 */
export const SLACK_PACE: ChannelPace = {
  perChat: { perSecond: 1, burst: 3 },
  perApp: { perSecond: 5, burst: 20 },
};

/** Largest file that goes out. Slack takes 1 GB; it is told the length first, so the bytes are held in memory. Our choice. */
export const MAX_UPLOAD_BYTES = 50 * 1024 * 1024;

/** Largest file that is fetched. Slack keeps up to 1 GB; the bytes are passed on as they come. Our choice. */
export const MAX_DOWNLOAD_BYTES = 50 * 1024 * 1024;
