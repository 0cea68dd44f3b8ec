import { isPrefillVerb } from '../../callback/prefill.ts';
import { clipLabel } from '../../markup/clip-label.ts';
import { escapeMrkdwn } from '../../markup/escape.ts';
import type { AnsweredMessage } from '../../protocol/channel.ts';
import { sectionOf } from './block-kit.ts';
import { MAX_BLOCKS_JSON, MAX_EDITED_TEXT_BYTES, MAX_LABEL_UNITS } from './limits.ts';

type Loose = Readonly<Record<string, unknown>>;

/**
 * The edit that shows what was answered: where its buttons or its menu were, there is the answer now, and the text that
 * notifications show has it, too. `ts` is added when it is sent. Nothing where the text is all there is, and is too long
 * for an edit.
 */
export function showAnswered({ payload, answered }: AnsweredMessage): Loose | undefined {
  if (typeof payload !== 'object' || payload === null || answered.length === 0) return undefined;
  const { channel, user, text, blocks } = payload as Loose;
  const lines = answered.map(({ widgetId, label }) => ({
    widgetId,
    line: `✓ ${escapeMrkdwn(clipLabel(label, MAX_LABEL_UNITS, 'utf16') || '…')}`,
  }));
  const place = { channel, ...(user !== undefined && { user }) };
  const answers = lines.map(({ line }) => line).join('\n\n');
  const whole = typeof text === 'string' ? `${text}\n\n${answers}` : answers;
  if (!Array.isArray(blocks))
    return fitsEdit(whole) && typeof text === 'string' ? { ...place, text: whole } : undefined;
  // Where there are blocks, they have all the words; the text stands in lists and notifications.
  return { ...place, text: fitsEdit(whole) ? whole : shortened(String(text), answers), ...blocksWith(lines, blocks) };
}

/** As many of the text's first lines as an edit has room for, then the answers. */
function shortened(text: string, answers: string): string {
  let kept = '';
  for (const line of text.split('\n')) {
    if (!fitsEdit(`${kept}${line}\n…\n\n${answers}`)) break;
    kept += `${line}\n`;
  }
  return kept === '' ? answers : `${kept}…\n\n${answers}`;
}

function fitsEdit(text: string): boolean {
  const escaped = text.replace(/&(?!(?:amp|lt|gt);)/g, '&amp;');
  return Buffer.byteLength(escaped) <= MAX_EDITED_TEXT_BYTES;
}

function blocksWith(
  lines: readonly { widgetId: string; line: string }[],
  blocks: readonly unknown[],
): { blocks: unknown[] } {
  const left = new Map(lines.map(({ widgetId, line }) => [widgetId, line]));
  const kept = blocks.flatMap((block) => {
    const owner = lines.find(({ widgetId }) => isOf(widgetId, block));
    if (!owner) return [block];
    const line = left.get(owner.widgetId);
    left.delete(owner.widgetId);
    return line === undefined ? [] : [sectionOf(line)];
  });
  // A template may show the choices in words only.
  const all = [...kept, ...[...left.values()].map(sectionOf)];
  return { blocks: JSON.stringify(all).length <= MAX_BLOCKS_JSON ? all : kept };
}

/** Whether a block has what answers this widget: it, its buttons or its options bear the widget's id. Commands stay. */
function isOf(widgetId: string, block: unknown): boolean {
  if (Array.isArray(block)) return block.some((inner) => isOf(widgetId, inner));
  if (typeof block !== 'object' || block === null) return false;
  return Object.entries(block).some(([key, inner]) =>
    key === 'value' || key === 'action_id'
      ? inner === widgetId || (String(inner).startsWith(`${widgetId}#`) && !isPrefillVerb(inner))
      : isOf(widgetId, inner),
  );
}
