import { layOut, partsOf } from '../../markup/lay-out.ts';
import { mrkdwn } from '../../markup/markup.ts';
import { splitText } from '../../markup/split-text.ts';
import { completeText, type InWords } from '../../markup/words.ts';
import type { Affordance } from '../../protocol/affordance.ts';
import type { Printed } from '../../protocol/channel.ts';
import type { ContentFormat } from '../../protocol/transformer.ts';
import { type Block, slackUi } from './blocks.ts';
import { MAX_BLOCKS_JSON, MAX_SECTION_UNITS, MAX_TEXT_SECTIONS, MAX_TEXT_UNITS } from './limits.ts';

/** JSON around the texts of the sections. */
const SECTIONS_JSON = 60 * MAX_TEXT_SECTIONS;

/**
 * Prints for Slack: messages of at most 4000 characters, blocks with the last. Slack hides `text` where there are
 * blocks, so they carry it too. Every format is escaped alike: Slack reads `<…>` in all of them.
 */
export function printSlack(affordances: readonly Affordance[], text: string, content: ContentFormat): Printed {
  const out: InWords = { words: [], notes: [] };
  const { blocks, jsonChars } = slackUi(affordances, out);
  const whole = completeText(text, affordances, out);
  // At worst JSON writes every character of it in two.
  const besideUi = Math.floor((MAX_BLOCKS_JSON - SECTIONS_JSON - jsonChars) / 2);
  const lastUnits = blocks.length > 0 ? Math.min(MAX_TEXT_UNITS, besideUi) : MAX_TEXT_UNITS;
  const contents = layOut(
    whole,
    mrkdwn,
    content,
    { counts: 'escaped', maxUnits: MAX_TEXT_UNITS, lastUnits },
    out.notes,
  );
  const last = contents.at(-1);
  const ui = last !== undefined && blocks.length > 0 ? { blocks: [...sectionsOf(last), ...blocks] } : undefined;
  return { parts: partsOf(contents, ui), notes: out.notes };
}

function sectionsOf(content: string): Block[] {
  if (content.length <= MAX_SECTION_UNITS) return [sectionOf(content)];
  return splitText(content, MAX_SECTION_UNITS, mrkdwn).map(sectionOf);
}

function sectionOf(text: string): Block {
  return { type: 'section', text: { type: 'mrkdwn', text } };
}
