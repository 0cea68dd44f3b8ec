import { isPrefillVerb } from '../../callback/prefill.ts';
import { clipLabel } from '../../markup/clip-label.ts';
import { escapeMarkdown } from '../../markup/escape.ts';
import type { AnsweredMessage } from '../../protocol/channel.ts';
import { MAX_ANSWERED_LABEL_UNITS, MAX_CONTENT_UNITS } from './limits.ts';

type Loose = Readonly<Record<string, unknown>>;

/**
 * The edit that shows what was answered: a line per answer under the text, and those questions' rows gone. Where the
 * text has no room for the lines, only the rows go.
 */
export function showAnswered({ payload, answered }: AnsweredMessage): Loose | undefined {
  if (typeof payload !== 'object' || payload === null || answered.length === 0) return undefined;
  const { content, components, allowed_mentions } = payload as Loose;
  const ids = answered.map(({ widgetId }) => widgetId);
  const lines = answered.map(({ label }) => {
    return `\n\n✓ ${escapeMarkdown(clipLabel(label, MAX_ANSWERED_LABEL_UNITS, 'utf16') || '…')}`;
  });
  const longer = typeof content === 'string' ? content + lines.join('') : undefined;
  const shown = longer !== undefined && longer.length <= MAX_CONTENT_UNITS ? { content: longer } : undefined;
  const rows = Array.isArray(components) ? { components: withoutWidgets(components, ids) } : undefined;
  if (!shown && !rows) return undefined;
  return { ...shown, ...rows, ...(allowed_mentions !== undefined && { allowed_mentions }) };
}

/** A button that offers a command answers nothing, and stays. */
function isAnswerOf(widgetId: string, customId: unknown): boolean {
  return customId === widgetId || (String(customId).startsWith(`${widgetId}#`) && !isPrefillVerb(customId));
}

/** A row that held nothing else goes with its buttons. */
function withoutWidgets(components: readonly unknown[], widgetIds: readonly string[]): unknown[] {
  return components.flatMap((component) => {
    if (typeof component !== 'object' || component === null) return [component];
    const { custom_id, components: inner } = component as Loose;
    if (widgetIds.some((id) => isAnswerOf(id, custom_id))) return [];
    if (!Array.isArray(inner)) return [component];
    const left = withoutWidgets(inner, widgetIds);
    return left.length === 0 ? [] : [{ ...component, components: left }];
  });
}
