import type { UiLimits } from '../../protocol/envelope.ts';
import type { Note, NoteCode } from '../../protocol/notes.ts';
import type { ProducedWidget } from '../../protocol/produced.ts';
import type { Ledger } from '../../protocol/widget.ts';

/**
 * Keeps the widgets that fit the limits, whole and in order. A widget that is too large, or comes when a budget is used
 * up, is skipped and the next one still has its chance; the two ledgers do not draw on each other. `bytes` is what a
 * widget takes as compact JSON in UTF-8.
 */
export function clamp<Entry extends ProducedWidget & { ledger: Ledger }>(
  entries: readonly Entry[],
  limits: UiLimits,
): { kept: { entry: Entry; bytes: number }[]; notes: Note[] } {
  const kept: { entry: Entry; bytes: number }[] = [];
  const notes: Note[] = [];
  const used: Record<Ledger, number> = { standard: 0, resource: 0, envelope: 0 };
  const budgets = {
    standard: { ofOne: limits.widgetBytes, ofAll: limits.totalWidgetBytes },
    resource: { ofOne: limits.resourceBytes, ofAll: limits.totalResourceBytes },
    envelope: { ofOne: limits.envelopeBytes, ofAll: limits.totalEnvelopeBytes },
  };

  for (const entry of entries) {
    const { widget, ledger } = entry;
    const budget = budgets[ledger];
    const drop = (code: NoteCode, why: string) =>
      notes.push({ code, widgetId: widget.id, message: `Widget '${widget.type}' goes as text only: ${why}.` });

    const bytes = isLongerThan(widget, budget.ofOne) ? Number.POSITIVE_INFINITY : bytesOf(widget);
    if (bytes === undefined) {
      drop('widget_unserialisable', 'it cannot be written as well-formed JSON');
    } else if (bytes > budget.ofOne) {
      drop('widget_too_large', `it is larger than ${budget.ofOne} bytes, the limit of one ${ledger} widget`);
    } else if (kept.length >= limits.widgets) {
      drop('widget_over_count', `the limit is ${limits.widgets} widgets in one reply`);
    } else if (used[ledger] + bytes > budget.ofAll) {
      drop('widget_over_total', `the ${ledger} widgets of one reply may have ${budget.ofAll} bytes together`);
    } else {
      used[ledger] += bytes;
      kept.push({ entry, bytes });
    }
  }
  return { kept, notes };
}

/** Whether one string alone is too long, so that a document of megabytes need not be written out to be refused. */
function isLongerThan(widget: object, maxBytes: number): boolean {
  return Object.values(widget).some((value) => typeof value === 'string' && value.length > maxBytes);
}

/** A surrogate without its partner: `JSON.stringify` writes it as an escape, and many readers refuse it. */
const LONE_SURROGATE = /(?<!\\)(?:\\\\)*\\ud[89a-f]/;

function bytesOf(widget: object): number | undefined {
  try {
    const json: string | undefined = JSON.stringify(widget);
    if (json === undefined || (json.includes('\\ud') && LONE_SURROGATE.test(json))) return undefined;
    return Buffer.byteLength(json);
  } catch {
    return undefined;
  }
}
