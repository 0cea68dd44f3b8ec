import { printBody, splitBody } from '../../markup/body.ts';
import { slackMrkdwn } from '../../markup/dialects/slack-mrkdwn.ts';
import { layOut, type Passage, partsOf } from '../../markup/lay-out.ts';
import { completeText, type InWords } from '../../markup/words.ts';
import type { Affordance } from '../../protocol/affordance.ts';
import type { Printed } from '../../protocol/channel.ts';
import type { ContentFormat } from '../../protocol/transformer.ts';
import { type Block, sectionOf } from './block-kit.ts';
import { slackUi } from './blocks.ts';
import { MAX_BLOCKS_JSON, MAX_SECTION_UNITS, MAX_TEXT_SECTIONS, MAX_TEXT_UNITS } from './limits.ts';

/** JSON around the texts of the sections. */
const SECTIONS_JSON = 60 * MAX_TEXT_SECTIONS;

/**
 * Prints for Slack: messages of at most 4000 characters, blocks with the last. Slack hides `text` where there are
 * blocks, so they carry it too. Every format is mrkdwn, since Slack reads that in all of them; in `plain` the author's
 * marks are words.
 */
export function printSlack(affordances: readonly Affordance[], text: string, content: ContentFormat): Printed {
  const out: InWords = { words: [], notes: [] };
  const { blocks, jsonChars } = slackUi(affordances, out);
  const said = completeText(text, affordances, out);
  // At worst JSON writes every character of the text in two.
  const besideUi = Math.floor((MAX_BLOCKS_JSON - SECTIONS_JSON - jsonChars) / 2);
  const room = {
    dialect: slackMrkdwn,
    readsMarkdown: readsMarkdown(content),
    maxUnits: MAX_TEXT_UNITS,
    lastUnits: blocks.length > 0 ? Math.min(MAX_TEXT_UNITS, besideUi) : MAX_TEXT_UNITS,
  };
  const passages = layOut(said, content, room, out.notes);
  const last = passages.at(-1);
  const ui = last !== undefined && blocks.length > 0 ? { blocks: [...sectionsOf(last), ...blocks] } : undefined;
  return { parts: partsOf(passages, ui), notes: out.notes };
}

/** In `plain` the author's marks are words. */
export function readsMarkdown({ format }: ContentFormat): boolean {
  return format !== 'plain';
}

function sectionsOf({ body, content }: Passage): Block[] {
  if (content.length <= MAX_SECTION_UNITS) return [sectionOf(content)];
  return splitBody(body, MAX_SECTION_UNITS, slackMrkdwn).map((part) => sectionOf(printBody(part, slackMrkdwn)));
}
