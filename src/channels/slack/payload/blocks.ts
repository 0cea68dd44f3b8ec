import { isBlank } from '../../../markup/clean-text.ts';
import { escapeMrkdwn } from '../../../markup/escape.ts';
import { splitText } from '../../../markup/split-text.ts';
import { type Loose, listIn, objectIn, textIn } from '../../../protocol/loose.ts';
import type { Note } from '../../../protocol/notes.ts';
import { MAX_ACTIONS_ELEMENTS, MAX_BLOCKS, MAX_BLOCKS_JSON, MAX_SECTION_UNITS } from '../limits.ts';
import { idIn, mendElement, plainIn, wordsIn } from './element.ts';
import { ofSize } from './of-size.ts';
import { wordSections } from './word-sections.ts';

/** Header block, `text`; section block, `fields`; context block, `elements`. docs.slack.dev, read 2026-11. */
const MAX_HEADER_UNITS = 150;
const MAX_FIELDS = 10;
const MAX_FIELD_UNITS = 2000;
const MAX_CONTEXT_ELEMENTS = 10;
/** Markdown blocks of one message together. */
const MAX_MARKDOWN_UNITS = 12_000;

/** Blocks that stand in messages and are not looked into: Slack judges them. */
const OTHERS = ['rich_text', 'video', 'file', 'table', 'context_actions', 'plan', 'task_card'];

interface State {
  /** Elements so far, for the numbers in words. */
  elements: number;
  ids: Set<string>;
  notes: Note[];
}

/** Blocks as Slack takes them, in as many messages as they need. What has no native form is a section of words. */
export function mendBlocks(given: readonly unknown[], notes: Note[]): Loose[][] {
  const state: State = { elements: 0, ids: new Set(), notes };
  const messages: Loose[][] = [];
  let chars = Number.POSITIVE_INFINITY;
  for (const block of given
    .flatMap((one) => mendBlock(objectIn(one) ?? {}, state))
    .flatMap((one) => ofSize(one, notes))) {
    const blockChars = JSON.stringify(block).length + 1;
    const last = messages.at(-1);
    if (last === undefined || last.length === MAX_BLOCKS || chars + blockChars > MAX_BLOCKS_JSON) {
      messages.push([block]);
      chars = blockChars;
    } else {
      last.push(block);
      chars += blockChars;
    }
  }
  if (messages.length > 1) {
    notes.push({
      code: 'text_split',
      message: `One message holds ${MAX_BLOCKS} blocks and ${MAX_BLOCKS_JSON} characters of them: ${messages.length} messages.`,
    });
  }
  return messages;
}

function mendBlock(block: Loose, state: State): Loose[] {
  const mended = mendKind(block, state);
  const id = idIn(block.block_id);
  const [first] = mended;
  // Slack refuses a message in which two blocks have one id.
  if (first === undefined || id === undefined || state.ids.has(id)) return mended;
  state.ids.add(id);
  return [{ ...first, block_id: id }, ...mended.slice(1)];
}

function mendKind(block: Loose, state: State): Loose[] {
  switch (block.type) {
    case 'divider':
      return [{ type: 'divider' }];
    case 'header': {
      const text = plainIn(block.text, MAX_HEADER_UNITS);
      return text
        ? [
            { type: 'header', text },
            ...(isCut(block.text, MAX_HEADER_UNITS) ? wordSections([wordsIn(block.text)]) : []),
          ]
        : [];
    }
    case 'markdown': {
      const text = wordsIn(block.text);
      if (isBlank(text)) return [];
      return text.length <= MAX_MARKDOWN_UNITS / 4
        ? [{ type: 'markdown', text }]
        : splitText(text, MAX_SECTION_UNITS).map(sectionOf);
    }
    case 'section':
      return mendSection(block, state);
    case 'context':
      return mendContext(block);
    case 'actions':
      return mendActions(block, state);
    case 'image':
      return mendImage(block);
    default:
      if (OTHERS.some((type) => type === block.type)) return [block];
      state.notes.push({
        code: 'widget_unknown',
        message: 'A block is of no kind that a Slack message holds. It was left out.',
      });
      return [];
  }
}

function mendSection(block: Loose, state: State): Loose[] {
  const type = typeIn(block.text);
  const parts: Loose[] = splitText(wordsIn(block.text), MAX_SECTION_UNITS).map((text) => ({
    type: 'section',
    text: { type, text },
  }));
  const fields = listIn(block.fields)
    .map((field) => clippedField(field))
    .filter((field) => field !== undefined);
  for (let at = 0; at < fields.length; at += MAX_FIELDS)
    parts.push({ type: 'section', fields: fields.slice(at, at + MAX_FIELDS) });
  if (block.accessory === undefined) return parts;
  const image = imageIn(block.accessory);
  const { element, words } = image ? { element: image, words: [] } : mendElement(block.accessory, ++state.elements);
  tell(words, element === undefined, state);
  const carrier = parts.findLast((part) => part.text !== undefined);
  if (element && carrier) parts.splice(parts.indexOf(carrier), 1, { ...carrier, accessory: element });
  else if (element) parts.push({ type: 'section', text: { type: 'mrkdwn', text: '…' }, accessory: element });
  return [...parts, ...wordSections(words)];
}

function clippedField(field: unknown): Loose | undefined {
  const text = wordsIn(field);
  return isBlank(text) ? undefined : { type: typeIn(field), text: splitText(text, MAX_FIELD_UNITS)[0] ?? '…' };
}

function mendContext(block: Loose): Loose[] {
  const elements = listIn(block.elements).flatMap((given): Loose[] => {
    const image = imageIn(given);
    if (image) return [image];
    return splitText(wordsIn(given), MAX_FIELD_UNITS).map((text) => ({ type: typeIn(given), text }));
  });
  const blocks: Loose[] = [];
  for (let at = 0; at < elements.length; at += MAX_CONTEXT_ELEMENTS) {
    blocks.push({ type: 'context', elements: elements.slice(at, at + MAX_CONTEXT_ELEMENTS) });
  }
  return blocks;
}

function mendActions(block: Loose, state: State): Loose[] {
  const blocks: Loose[] = [];
  const gone: string[] = [];
  let elements: Loose[] = [];
  let ids = new Set<unknown>();
  for (const given of listIn(block.elements)) {
    const { element, words } = mendElement(given, ++state.elements);
    tell(words, element === undefined, state);
    gone.push(...words);
    if (!element) continue;
    // Several picks are not allowed in an actions block, but beside a section.
    if (element.type === 'multi_static_select') {
      blocks.push({ type: 'section', text: { type: 'mrkdwn', text: wordsOfMenu(element) }, accessory: element });
      continue;
    }
    if (elements.length === MAX_ACTIONS_ELEMENTS) {
      blocks.push({ type: 'actions', elements });
      elements = [];
      ids = new Set();
    }
    const { action_id, ...rest } = element;
    elements.push(ids.has(action_id) ? rest : element);
    if (action_id !== undefined) ids.add(action_id);
  }
  if (elements.length > 0) blocks.push({ type: 'actions', elements });
  return [...blocks, ...wordSections(gone)];
}

function wordsOfMenu({ placeholder }: Loose): string {
  return escapeMrkdwn(wordsIn(placeholder)) || '…';
}

function mendImage(block: Loose): Loose[] {
  const image = imageIn(block);
  if (image) return [image];
  const url = textIn(block.image_url);
  const alt = wordsIn(block.alt_text);
  return wordSections([[alt, url ?? ''].filter((part) => !isBlank(part)).join(': ')]);
}

function imageIn(given: unknown): Loose | undefined {
  const { type, image_url, alt_text } = objectIn(given) ?? {};
  if (type !== 'image' || typeof image_url !== 'string' || !/^https?:\/\/[!-~]{1,2990}$/i.test(image_url))
    return undefined;
  return URL.canParse(image_url)
    ? {
        type,
        image_url,
        alt_text:
          wordsIn(alt_text)
            .slice(0, 1990)
            .replace(/\p{Surrogate}$/u, '') || 'image',
      }
    : undefined;
}

function tell(words: readonly string[], isGone: boolean, { notes }: State): void {
  const message = isGone
    ? 'A button or menu is none that Slack takes. What it says goes as text.'
    : 'A label or an option does not fit. The text has all of it.';
  if (words.length > 0) notes.push({ code: isGone ? 'buttons_as_text' : 'label_clipped', message });
}

function typeIn(text: unknown): 'plain_text' | 'mrkdwn' {
  return objectIn(text)?.type === 'plain_text' ? 'plain_text' : 'mrkdwn';
}

function sectionOf(text: string): Loose {
  return { type: 'section', text: { type: 'mrkdwn', text } };
}

function isCut(given: unknown, max: number): boolean {
  return wordsIn(given).trim().length > max;
}
