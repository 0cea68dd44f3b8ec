import { canCallBack } from '../../callback/can-call-back.ts';
import { encodeCallback } from '../../callback/data.ts';
import { buttonLabel } from '../../markup/button-label.ts';
import { buttonUrl } from '../../markup/button-url.ts';
import { clipLabel } from '../../markup/clip-label.ts';
import { escapeMrkdwn } from '../../markup/escape.ts';
import { type InWords, showInWords, showWithoutButtons } from '../../markup/words.ts';
import type { Affordance, ChoiceAffordance, LinkAffordance } from '../../protocol/affordance.ts';
import {
  MAX_ACTIONS_ELEMENTS,
  MAX_BLOCKS,
  MAX_BUTTONS_OF_CHOICE,
  MAX_CALLBACK_CHARS,
  MAX_LABEL_UNITS,
  MAX_PLACEHOLDER_UNITS,
  MAX_SELECT_OPTIONS,
  MAX_TEXT_SECTIONS,
  MAX_UI_JSON,
  MAX_URL_CHARS,
} from './limits.ts';

interface PlainText {
  type: 'plain_text';
  text: string;
}

type Button =
  | { type: 'button'; text: PlainText; action_id: string; value: string }
  | { type: 'button'; text: PlainText; action_id: string; url: string };

interface Select {
  type: 'static_select' | 'multi_static_select';
  action_id: string;
  placeholder: PlainText;
  options: { text: PlainText; value: string }[];
}

interface ActionsBlock {
  type: 'actions';
  block_id: string;
  elements: Button[];
}

export type Block =
  | ActionsBlock
  | { type: 'section'; block_id?: string; text: { type: 'mrkdwn'; text: string }; accessory?: Select };

const MAX_UI_BLOCKS = MAX_BLOCKS - MAX_TEXT_SECTIONS;

/** Buttons and menus of one message, and never less than the characters of their JSON. */
export interface SlackUi {
  blocks: Block[];
  jsonChars: number;
}

/** Prints what has a native form in Slack, as far as one message holds it. The rest goes in words. */
export function slackUi(affordances: readonly Affordance[], out: InWords): SlackUi {
  const ui: SlackUi = { blocks: [], jsonChars: 0 };
  for (const affordance of affordances) {
    switch (affordance.type) {
      case 'choice':
        addChoice(affordance, ui, out);
        break;
      case 'link':
        addLink(affordance, ui, out);
        break;
      default:
        showInWords(affordance, 'Slack blocks have nothing like it', out);
    }
  }
  return ui;
}

function addChoice(choice: ChoiceAffordance, ui: SlackUi, out: InWords): void {
  if (!canCallBack(choice, MAX_CALLBACK_CHARS) || choice.options.length > MAX_SELECT_OPTIONS) {
    showInWords(choice, 'its options have no values that Slack takes', out);
    return;
  }
  const isSelect = choice.multi || choice.options.length > MAX_BUTTONS_OF_CHOICE;
  const block = isSelect ? selectBlock(choice, ui, out) : buttonsBlock(choice, ui, out);
  const added = 'elements' in block ? actionsChars(block) : JSON.stringify(block).length;
  if (!hasRoom(ui, added)) {
    showWithoutButtons(choice, NO_ROOM, out);
    return;
  }
  ui.blocks.push(block);
  ui.jsonChars += added;
  if (isSelect && !choice.multi) {
    const message = `The choice of widget ${choice.widgetId} is a menu: it has more than ${MAX_BUTTONS_OF_CHOICE} options.`;
    out.notes.push({ code: 'buttons_as_select', message, widgetId: choice.widgetId });
  }
}

const NO_ROOM = `a Slack message holds ${MAX_BLOCKS} blocks, and ${MAX_UI_JSON} characters of buttons and menus`;

function hasRoom(ui: SlackUi, jsonChars: number): boolean {
  return ui.blocks.length < MAX_UI_BLOCKS && ui.jsonChars + jsonChars <= MAX_UI_JSON;
}

function buttonsBlock({ widgetId, options }: ChoiceAffordance, ui: SlackUi, out: InWords): ActionsBlock {
  const elements: Button[] = [];
  for (const { label, index } of options) {
    const value = encodeCallback(widgetId, index);
    const text = labelOf(label, widgetId, out) || String(index + 1);
    elements.push({ type: 'button', text: { type: 'plain_text', text }, action_id: value, value });
  }
  return { type: 'actions', block_id: uniqueBlockId(widgetId, ui.blocks), elements };
}

/** A menu beside its question: several picks are not allowed in an actions block. */
function selectBlock({ widgetId, prompt, options, multi }: ChoiceAffordance, ui: SlackUi, out: InWords): Block {
  const question = clipLabel(prompt, MAX_PLACEHOLDER_UNITS, 'utf16') || 'Choose:';
  return {
    type: 'section',
    block_id: uniqueBlockId(widgetId, ui.blocks),
    text: { type: 'mrkdwn', text: escapeMrkdwn(question) },
    accessory: {
      type: multi ? 'multi_static_select' : 'static_select',
      action_id: widgetId,
      placeholder: { type: 'plain_text', text: question },
      options: options.map(({ label, index }) => ({
        text: { type: 'plain_text', text: labelOf(label, widgetId, out) || String(index + 1) },
        value: encodeCallback(widgetId, index),
      })),
    },
  };
}

/** Links that follow each other share an actions block. */
function addLink(link: LinkAffordance, ui: SlackUi, out: InWords): void {
  const { widgetId } = link;
  const url = buttonUrl(link.url, MAX_URL_CHARS);
  if (url === undefined) {
    showInWords(link, 'Slack takes only http and https URLs in buttons', out);
    return;
  }

  const last = ui.blocks.at(-1);
  const shared = last?.type === 'actions' && isOfLinks(last) ? last : undefined;
  const text = labelOf(link.label, widgetId, out) || clipLabel(url, MAX_LABEL_UNITS, 'utf16');
  const block_id = shared?.block_id ?? `links:${ui.blocks.length}`;
  const action_id = `link:${shared?.elements.length ?? 0}`;
  const button: Button = { type: 'button', text: { type: 'plain_text', text }, action_id, url };

  const added = elementChars(button) + (shared ? 0 : blockChars(block_id));
  if (!hasRoom(ui, added)) {
    showWithoutButtons(link, NO_ROOM, out);
    return;
  }
  if (shared) shared.elements.push(button);
  else ui.blocks.push({ type: 'actions', block_id, elements: [button] });
  ui.jsonChars += added;
}

function isOfLinks({ elements }: ActionsBlock): boolean {
  return elements[0] !== undefined && 'url' in elements[0] && elements.length < MAX_ACTIONS_ELEMENTS;
}

function labelOf(label: string, widgetId: string, out: InWords): string {
  return buttonLabel(label, { max: MAX_LABEL_UNITS, unit: 'utf16', widgetId }, out);
}

/** Slack refuses a message in which two blocks have one id. */
function uniqueBlockId(wanted: string, blocks: readonly Block[]): string {
  return blocks.some(({ block_id }) => block_id === wanted) ? `${wanted}:${blocks.length}` : wanted;
}

function actionsChars({ block_id, elements }: ActionsBlock): number {
  let chars = blockChars(block_id);
  for (const element of elements) chars += elementChars(element);
  return chars;
}

function blockChars(blockId: string): number {
  return 50 + blockId.length;
}

/** JSON writes some characters in two; a label has no others, a URL and a callback string have none. */
function elementChars(button: Button): number {
  const target = 'url' in button ? button.url : button.value;
  return 90 + 2 * button.text.text.length + button.action_id.length + target.length;
}
