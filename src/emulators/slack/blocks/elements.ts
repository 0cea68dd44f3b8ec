import {
  confirm,
  MAX_LABEL,
  markedOption,
  option,
  optionGroups,
  options,
  overflowOption,
  placeholder,
  plainText,
} from './compositions.ts';
import { anything, type Check, either, flag, integer, list, object, oneOf, text, url } from './shape.ts';

// Limits: Block Kit reference (docs.slack.dev/reference/block-kit/block-elements), read 2026-11.

export const MAX_ID = 255;

const actionId = text({ max: MAX_ID });
const common = { action_id: actionId, confirm, focus_on_load: flag };

/** An element of this type; `action_id` is always optional, Slack makes one up. */
function element(type: string, required: Record<string, Check>, optional: Record<string, Check> = {}, also?: Check) {
  return object({ type: oneOf(type), ...required }, { ...common, ...optional }, also);
}

const selectFields = { placeholder, options, option_groups: optionGroups };
const eitherOptions = either('options', 'option_groups');

function singleSelect(type: string, fields: Record<string, Check> = {}): Check {
  return element(type, {}, { placeholder, response_url_enabled: flag, ...fields });
}

function multiSelect(type: string, fields: Record<string, Check> = {}): Check {
  return element(type, {}, { placeholder, max_selected_items: integer(1), ...fields });
}

export const button: Check = object(
  { type: oneOf('button'), text: plainText(MAX_LABEL) },
  {
    action_id: actionId,
    confirm,
    value: text({ max: 2000 }),
    url: url(),
    style: oneOf('primary', 'danger'),
    accessibility_label: text({ max: MAX_LABEL }),
  },
);

export const image: Check = object(
  { type: oneOf('image'), alt_text: text({ max: 2000 }) },
  { image_url: url(), slack_file: anything },
  either('image_url', 'slack_file'),
);

export const singleChoices: Record<string, Check> = {
  static_select: element('static_select', {}, { ...selectFields, initial_option: option }, eitherOptions),
  external_select: singleSelect('external_select', { initial_option: option, min_query_length: integer() }),
  users_select: singleSelect('users_select', { initial_user: text() }),
  conversations_select: singleSelect('conversations_select', {
    initial_conversation: text(),
    default_to_current_conversation: flag,
    filter: anything,
  }),
  channels_select: singleSelect('channels_select', { initial_channel: text() }),
  radio_buttons: element(
    'radio_buttons',
    { options: list(markedOption, { max: 10 }) },
    { initial_option: markedOption },
  ),
};

export const checkboxes: Check = element(
  'checkboxes',
  { options: list(markedOption, { max: 10 }) },
  { initial_options: list(markedOption, { max: 10 }) },
);

/** Not allowed in an actions block, whatever the schemas say: real messages are refused (read 2026-11). */
export const multiSelects: Record<string, Check> = {
  multi_static_select: element(
    'multi_static_select',
    {},
    { ...selectFields, initial_options: list(option), max_selected_items: integer(1) },
    eitherOptions,
  ),
  multi_external_select: multiSelect('multi_external_select', {
    initial_options: list(option),
    min_query_length: integer(),
  }),
  multi_users_select: multiSelect('multi_users_select', { initial_users: list(text(), { min: 0 }) }),
  multi_conversations_select: multiSelect('multi_conversations_select', {
    initial_conversations: list(text(), { min: 0 }),
    default_to_current_conversation: flag,
    filter: anything,
  }),
  multi_channels_select: multiSelect('multi_channels_select', { initial_channels: list(text(), { min: 0 }) }),
};

export const overflow: Check = element('overflow', { options: list(overflowOption, { max: 5 }) });

export const pickers: Record<string, Check> = {
  datepicker: element('datepicker', {}, { initial_date: text(), placeholder }),
  timepicker: element('timepicker', {}, { initial_time: text(), placeholder, timezone: text() }),
};

export const datetimepicker: Check = element('datetimepicker', {}, { initial_date_time: integer() });

export const workflowButton: Check = element(
  'workflow_button',
  { text: plainText(MAX_LABEL), workflow: anything },
  { style: oneOf('primary', 'danger'), accessibility_label: text({ max: MAX_LABEL }) },
);

const typing = { initial_value: text({ min: 0 }), placeholder, dispatch_action_config: anything };

export const inputs: Record<string, Check> = {
  plain_text_input: element(
    'plain_text_input',
    {},
    { ...typing, multiline: flag, min_length: integer(0, 3000), max_length: integer(1, 3000) },
  ),
  email_text_input: element('email_text_input', {}, typing),
  url_text_input: element('url_text_input', {}, typing),
  number_input: element(
    'number_input',
    { is_decimal_allowed: flag },
    { ...typing, min_value: text(), max_value: text() },
  ),
  rich_text_input: element('rich_text_input', {}, { ...typing, initial_value: anything }),
  file_input: element('file_input', {}, { filetypes: list(text()), max_files: integer(1, 10) }),
};
