import { type Check, flag, list, object, oneOf, text, typed, url } from './shape.ts';

// Limits: Block Kit reference (docs.slack.dev/reference/block-kit/composition-objects), read 2026-11.

const MAX_TEXT = 3000;
export const MAX_LABEL = 75;
const MAX_OPTION_VALUE = 150;
const MAX_OPTIONS = 100;

/** `plain_text` only. */
export function plainText(max = MAX_TEXT): Check {
  return typed({ plain_text: object({ type: oneOf('plain_text'), text: text({ max }) }, { emoji: flag }) });
}

/** `plain_text` or `mrkdwn`. */
export function richText(max = MAX_TEXT): Check {
  return typed({
    plain_text: object({ type: oneOf('plain_text'), text: text({ max }) }, { emoji: flag }),
    mrkdwn: object({ type: oneOf('mrkdwn'), text: text({ max }) }, { verbatim: flag }),
  });
}

export const confirm: Check = object(
  { title: plainText(100), text: richText(300), confirm: plainText(30), deny: plainText(30) },
  { style: oneOf('primary', 'danger') },
);

export const placeholder: Check = plainText(150);

const value = text({ max: MAX_OPTION_VALUE });

/** Of a select menu. */
export const option: Check = object({ text: plainText(MAX_LABEL), value }, { description: plainText(MAX_LABEL) });

/** Of radio buttons and checkboxes. */
export const markedOption: Check = object({ text: richText(MAX_LABEL), value }, { description: richText(MAX_LABEL) });

/** Of an overflow menu. */
export const overflowOption: Check = object(
  { text: plainText(MAX_LABEL), value },
  { description: plainText(MAX_LABEL), url: url() },
);

export const options: Check = list(option, { max: MAX_OPTIONS });

export const optionGroups: Check = list(object({ label: plainText(MAX_LABEL), options }), { max: MAX_OPTIONS });
