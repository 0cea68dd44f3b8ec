import { canCallBack } from '../../callback/can-call-back.ts';
import { decodePrefill, encodePrefill, isPrefillVerb } from '../../callback/prefill.ts';
import { buttonLabel } from '../../markup/button-label.ts';
import { buttonUrl } from '../../markup/button-url.ts';
import { clipLabel } from '../../markup/clip-label.ts';
import { prefillLabel } from '../../markup/prefill-label.ts';
import { addWords, type InWords, showInWords, showWithoutButtons } from '../../markup/words.ts';
import type {
  Affordance,
  ChoiceAffordance,
  LinkAffordance,
  OpenAffordance,
  PrefillAffordance,
} from '../../protocol/affordance.ts';
import { type ActionsBlock, type Block, type Button, type NamedBlock, type Picker, plainText } from './block-kit.ts';
import { choiceBlocks } from './choice-blocks.ts';
import {
  MAX_ACTION_ID_CHARS,
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
  const commandLabels = new Set<string>();
  for (const [place, affordance] of affordances.entries()) {
    switch (affordance.type) {
      case 'choice':
        addChoice(affordance, isAlone, ui, out);
        break;
      case 'link':
      case 'open':
        addLink(affordance, ui, out);
        break;
      case 'prefill':
        addPrefill(affordance, { place, taken: commandLabels }, ui, out);
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

function addLink(link: LinkAffordance | OpenAffordance, ui: SlackUi, out: InWords): void {
  const { widgetId } = link;
  const url = buttonUrl(link.url, MAX_URL_CHARS);
  if (url === undefined) {
    showInWords(link, 'Slack takes only http and https URLs in buttons', out);
    return;
  }
  const label = buttonLabel(link.label, { max: MAX_LABEL_UNITS, unit: 'utf16', widgetId }, out);
  const text = plainText(label || clipLabel(url, MAX_LABEL_UNITS, 'utf16'));
  const isAdded = addLoose((place) => ({ type: 'button', text, action_id: `link:${place}`, url }), ui);
  if (!isAdded) showWithoutButtons(link, NO_ROOM, out);
}

/** A press opens a form with the command in it. The text has the command, too. */
function addPrefill(
  prefill: PrefillAffordance,
  { place, taken }: { place: number; taken: Set<string> },
  ui: SlackUi,
  out: InWords,
): void {
  const value = encodePrefill(prefill.widgetId, place, prefill.command);
  const name = decodePrefill(value)?.name;
  if (value === undefined || name === undefined || name.length > MAX_ACTION_ID_CHARS) {
    showInWords(prefill, 'a form is filled in with one line of 1 to 256 characters', out);
    return;
  }
  const text = plainText(prefillLabel(prefill, { max: MAX_LABEL_UNITS, unit: 'utf16', taken }, out));
  const isAdded = addLoose(() => ({ type: 'button', text, action_id: name, value }), ui);
  if (isAdded) addWords(prefill, out);
  else showWithoutButtons(prefill, NO_ROOM, out);
}

/** Links and commands that follow each other share an actions block. Gives whether the message has room for it. */
function addLoose(buttonAt: (place: number) => Button, ui: SlackUi): boolean {
  const last = ui.blocks.at(-1);
  const shared = last?.type === 'actions' && hasLooseRoom(last) ? last : undefined;
  const block_id = shared?.block_id ?? `links:${ui.blocks.length}`;
  const button = buttonAt(shared?.elements.length ?? 0);

  const added = elementChars(button) + (shared ? 0 : blockChars(block_id));
  if (!hasRoom(ui, shared ? 0 : 1, added)) return false;
  if (shared) shared.elements.push(button);
  else ui.blocks.push({ type: 'actions', block_id, elements: [button] });
  ui.jsonChars += added;
  return true;
}

function hasLooseRoom({ elements: [first, ...others] }: ActionsBlock): boolean {
  const isLoose = first !== undefined && ('url' in first || ('value' in first && isPrefillVerb(first.value)));
  return isLoose && others.length + 1 < MAX_ACTIONS_ELEMENTS;
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

/** JSON writes some characters in two; labels and commands have no others, a URL and an answer's callback string have none. */
function elementChars(button: Button | Picker): number {
  if (button.type !== 'button') return 1 + JSON.stringify(button).length;
  const { text, action_id } = button;
  const target = 'url' in button ? button.url.length : (isPrefillVerb(button.value) ? 2 : 1) * button.value.length;
  return 110 + 2 * text.text.length + action_id.length + target;
}
