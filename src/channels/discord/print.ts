import { discordMarkdown } from '../../markup/dialects/discord-markdown.ts';
import { asIs } from '../../markup/escape.ts';
import { layOut, partsOf } from '../../markup/lay-out.ts';
import { NO_LITERALS } from '../../markup/literals.ts';
import { completeText, type InWords } from '../../markup/words.ts';
import type { Affordance } from '../../protocol/affordance.ts';
import type { Printed } from '../../protocol/channel.ts';
import type { ContentFormat } from '../../protocol/transformer.ts';
import { actionRows } from './components.ts';
import { ANSWERED_LINE_UNITS, MAX_CONTENT_UNITS } from './limits.ts';

const AS_WRITTEN = { ...discordMarkdown, escape: asIs, literals: NO_LITERALS };

/**
 * Prints for Discord: messages of at most 2000 characters, components with the last. Every format is Markdown as
 * Discord reads it, but `plain`, which lets the author's own through as it is. Who is pinged is up to the template's `allowed_mentions`.
 */
export function printDiscord(affordances: readonly Affordance[], text: string, content: ContentFormat): Printed {
  const out: InWords = { words: [], notes: [] };
  const components = actionRows(affordances, out);
  const said = completeText(text, affordances, out);
  const isMarkdown = readsMarkdown(content);
  const room = {
    dialect: isMarkdown ? discordMarkdown : AS_WRITTEN,
    readsMarkdown: isMarkdown,
    maxUnits: MAX_CONTENT_UNITS,
    lastUnits: lastUnitsOf(affordances),
  };
  const passages = layOut(said, content, room, out.notes);
  const ui = components.length > 0 ? { components } : undefined;
  return { parts: partsOf(passages, ui), notes: out.notes };
}

/** `plain` lets the author's own markup through as it is. */
export function readsMarkdown({ format }: ContentFormat): boolean {
  return format !== 'plain';
}

/** Every question gets its line when it is answered, a typed answer included. */
function lastUnitsOf(affordances: readonly Affordance[]): number {
  let units = MAX_CONTENT_UNITS;
  for (const { type } of affordances) if (type === 'choice') units -= ANSWERED_LINE_UNITS;
  return Math.max(units, MAX_CONTENT_UNITS / 2);
}
