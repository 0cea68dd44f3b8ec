import type { ChannelPace } from '../../protocol/pace.ts';

/**
 * What a Discord message holds. Source: Discord developer documentation (message, component reference), read 2026-11.
 * Discord does not say how it counts characters; UTF-16 units are the stricter reading.
 */

/** Message, `content`. The OpenAPI file says 4000; the documentation's 2000 is what bots meet. */
export const MAX_CONTENT_UNITS = 2000;

/** Action rows in one message. */
export const MAX_ROWS = 5;

/** Buttons in one row; a select has a row for itself. */
export const MAX_BUTTONS_PER_ROW = 5;

/** String select, `options`. */
export const MAX_SELECT_OPTIONS = 25;

/** Button, `label`. */
export const MAX_BUTTON_LABEL_UNITS = 80;

/** String select option, `label`. */
export const MAX_OPTION_LABEL_UNITS = 100;

/** Button and select, `custom_id`; option, `value`. */
export const MAX_CALLBACK_CHARS = 100;

/** Modal, `title`. */
export const MAX_MODAL_TITLE_UNITS = 45;

/** Label of a field in a modal, `label`. */
export const MAX_INPUT_LABEL_UNITS = 45;

/** Text input, `max_length`. */
export const MAX_INPUT_UNITS = 4000;

/** String select, `placeholder`. */
export const MAX_PLACEHOLDER_UNITS = 150;

/** Link button, `url`. */
export const MAX_URL_CHARS = 512;

/**
 * Room for the line that shows an answer once it is given: `\n\n✓ ` and a label of 64, every character escaped. Kept free
 * for each question of a message.
 */
export const ANSWERED_LINE_UNITS = 132;

/**
 * How fast Discord takes requests: 50 a second per bot; 10 + 40 in the first second. Source: Discord developer
 * documentation, Rate Limits, read 2026-11. The limits of a single channel are not published and "should not be hard
 * coded": they come with each answer, and Discord says how long to wait.
 */
export const DISCORD_PACE: ChannelPace = { perApp: { perSecond: 40, burst: 10 } };

/** Longest label in the line that shows an answer; what is longer is cut. Our choice. */
export const MAX_ANSWERED_LABEL_UNITS = 64;

/** Largest file that a bot sends: 10 MiB. Discord developer documentation, Uploading Files, read 2026-11. */
export const MAX_UPLOAD_BYTES = 10 * 1024 * 1024;

/** Largest file that is fetched. Discord keeps up to 500 MB; the bytes are passed on as they come. Our choice. */
export const MAX_DOWNLOAD_BYTES = 50 * 1024 * 1024;
