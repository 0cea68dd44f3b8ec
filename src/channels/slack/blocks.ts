import { canCallBack } from '../../callback/can-call-back.ts';
import { buttonLabel } from '../../markup/button-label.ts';
import { buttonUrl } from '../../markup/button-url.ts';
import { clipLabel } from '../../markup/clip-label.ts';
import { type InWords, showInWords, showWithoutButtons } from '../../markup/words.ts';
import type { Affordance, ChoiceAffordance, LinkAffordance } from '../../protocol/affordance.ts';
import { type ActionsBlock, type Block, type Button, type NamedBlock, type Picker, plainText } from './block-kit.ts';
import { choiceBlocks } from './choice-blocks.ts';
import {
  MAX_ACTIONS_ELEMENTS,
  MAX_BLOCKS,
  MAX_CALLBACK_CHARS,
  MAX_LABEL_UNITS,
  MAX_SELECT_OPTIONS,
  MAX_TEXT_SECTIONS,
  MAX_UI_JSON,
  MAX_URL_CHARS,
} from './limits.ts';

const MAX_UI_BLOCKS = MAX_BLOCKS - MAX_TEXT_SECTIONS;

/** Buttons and menus of one message, and never less than the characters of their JSON. */
export interface SlackUi {
  blocks: Block[];
  jsonChars: number;
}

/** Prints what has a native form in Slack, as far as one message holds it. The rest goes in words. */
export function slackUi(affordances: readonly Affordance[], out: InWords): SlackUi {
  const ui: SlackUi = { blocks: [], jsonChars: 0 };
  const isAlone = affordances.filter(({ type }) => type === 'choice').length === 1;
  for (const affordance of affordances) {
    switch (affordance.type) {
      case 'choice':
        addChoice(affordance, isAlone, ui, out);
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

function addChoice(choice: ChoiceAffordance, isAlone: boolean, ui: SlackUi, out: InWords): void {
  if (!canCallBack(choice, MAX_CALLBACK_CHARS) || choice.options.length > MAX_SELECT_OPTIONS) {
    showInWords(choice, 'its options have no values that Slack takes', out);
    return;
  }
  const printed: InWords = { words: [], notes: [] };
  const blocks: NamedBlock[] = [];
  let jsonChars = 0;
  for (const block of choiceBlocks(choice, isAlone, printed)) {
    const named = { ...block, block_id: uniqueBlockId(block.block_id, [...ui.blocks, ...blocks]) };
    jsonChars += charsOf(named);
    blocks.push(named);
  }
  if (!hasRoom(ui, blocks.length, jsonChars)) {
    showWithoutButtons(choice, NO_ROOM, out);
    return;
  }
  ui.blocks.push(...blocks);
  ui.jsonChars += jsonChars;
  out.notes.push(...printed.notes);
}

const NO_ROOM = `a Slack message holds ${MAX_BLOCKS} blocks, and ${MAX_UI_JSON} characters of buttons and menus`;

function hasRoom(ui: SlackUi, blocks: number, jsonChars: number): boolean {
  return ui.blocks.length + blocks <= MAX_UI_BLOCKS && ui.jsonChars + jsonChars <= MAX_UI_JSON;
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
  const label = buttonLabel(link.label, { max: MAX_LABEL_UNITS, unit: 'utf16', widgetId }, out);
  const text = plainText(label || clipLabel(url, MAX_LABEL_UNITS, 'utf16'));
  const block_id = shared?.block_id ?? `links:${ui.blocks.length}`;
  const action_id = `link:${shared?.elements.length ?? 0}`;
  const button: Button = { type: 'button', text, action_id, url };

  const added = elementChars(button) + (shared ? 0 : blockChars(block_id));
  if (!hasRoom(ui, shared ? 0 : 1, added)) {
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

/** Slack refuses a message in which two blocks have one id. */
function uniqueBlockId(wanted: string, blocks: readonly Block[]): string {
  return blocks.some(({ block_id }) => block_id === wanted) ? `${wanted}:${blocks.length}` : wanted;
}

function charsOf(block: NamedBlock): number {
  if (block.type === 'section') return JSON.stringify(block).length;
  let chars = blockChars(block.block_id);
  for (const element of block.elements) chars += elementChars(element);
  return chars;
}

function blockChars(blockId: string): number {
  return 50 + blockId.length;
}

/** JSON writes some characters in two; a label has no others, a URL and a callback string have none. */
function elementChars(button: Button | Picker): number {
  if (button.type !== 'button') return 1 + JSON.stringify(button).length;
  const target = 'url' in button ? button.url : button.value;
  return 110 + 2 * button.text.text.length + button.action_id.length + target.length;
}
