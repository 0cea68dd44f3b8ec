import { isObject } from '../../bounded-json.ts';
import { plainText, richText } from './compositions.ts';
import {
  button,
  checkboxes,
  datetimepicker,
  image,
  inputs,
  MAX_ID,
  multiSelects,
  overflow,
  pickers,
  singleChoices,
  workflowButton,
} from './elements.ts';
import { anything, type Check, either, fault, flag, list, object, oneOf, text, typed, url } from './shape.ts';

// Limits: Block Kit reference (docs.slack.dev/reference/block-kit/blocks), read 2026-11.

export type Surface = 'message' | 'modal' | 'home';

const blockId = text({ max: MAX_ID });

function block(type: string, required: Record<string, Check>, optional: Record<string, Check> = {}, also?: Check) {
  return object({ type: oneOf(type), ...required }, { block_id: blockId, ...optional }, also);
}

/** A block whose inside the emulator does not look into. */
const unread: Check = (value, at, faults) => {
  if (isObject(value) && value.block_id !== undefined) blockId(value.block_id, `${at}/block_id`, faults);
};

const choices = { button, checkboxes, overflow, ...singleChoices, ...pickers, workflow_button: workflowButton };

const actionElement = typed({ ...choices, datetimepicker });
const accessory = typed({ ...choices, ...multiSelects, image });
const inputElement = typed({ ...inputs, checkboxes, ...singleChoices, ...multiSelects, ...pickers, datetimepicker });
const contextElement: Check = (value, at, faults) =>
  (isObject(value) && value.type === 'image' ? image : richText())(value, at, faults);

const hasTextOrFields: Check = (value, at, faults) => {
  if (isObject(value) && value.text === undefined && value.fields === undefined) {
    faults.push(fault('must define either `text` or `fields`', at));
  }
};

const blocks: Record<string, Check> = {
  section: block(
    'section',
    {},
    { text: richText(3000), fields: list(richText(2000), { max: 10 }), accessory, expand: flag },
    hasTextOrFields,
  ),
  actions: block('actions', { elements: list(actionElement, { max: 25 }) }, {}, (value, at, faults) =>
    eachOnce((value as { elements: unknown[] }).elements, 'action_id', `${at}/elements`, faults),
  ),
  context: block('context', { elements: list(contextElement, { max: 10 }) }),
  divider: block('divider', {}),
  header: block('header', { text: plainText(150) }, { level: oneOf(1, 2, 3, 4) }),
  image: block(
    'image',
    { alt_text: text({ max: 2000 }) },
    { image_url: url(), slack_file: anything, title: plainText(2000) },
    either('image_url', 'slack_file'),
  ),
  input: block(
    'input',
    { label: plainText(2000), element: inputElement },
    { dispatch_action: flag, hint: plainText(2000), optional: flag },
  ),
  markdown: block('markdown', { text: text({ max: 12_000 }) }),
  rich_text: block('rich_text', { elements: list(anything, { min: 0 }) }),
  context_actions: block('context_actions', { elements: list(anything, { max: 5 }) }),
};

const UNREAD = 'video file table data_table data_visualization card carousel container plan task_card call'.split(' ');
for (const type of UNREAD) blocks[type] = unread;

export const messageBlock: Check = typed(blocks);
/** Alerts stand in modals only. */
export const viewBlock: Check = typed({ ...blocks, alert: unread });

/** Of the values under `name`, none may come twice. */
export function eachOnce(items: readonly unknown[], name: string, at: string, faults: string[]): void {
  const seen = new Set<unknown>();
  items.forEach((item, index) => {
    const id = isObject(item) ? item[name] : undefined;
    if (id !== undefined && seen.has(id)) faults.push(fault(`\`${name}\` already exists`, `${at}/${index}/${name}`));
    seen.add(id);
  });
}
