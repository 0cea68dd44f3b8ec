import type { NoteCode } from '../../protocol/notes.ts';
import type { Produced } from '../../protocol/produced.ts';
import { MAX_WIDGET_CHOICES } from '../../protocol/question.ts';
import type { Widget, WidgetType, WidgetTypes } from '../../protocol/widget.ts';

/**
 * Reads a list of ready-made widgets, as a remote runtime sends it. Each entry stands for itself: one that is invalid,
 * of an unknown type or repeats an id is left out with a note. With more than 25 choices the question alone is kept.
 */
export function readGiven(given: unknown, widgetTypes: WidgetTypes): Produced {
  const read: Produced = { widgets: [], questions: [], notes: [] };
  if (!Array.isArray(given)) {
    read.notes.push({ code: 'widget_invalid', message: 'The list of widgets is no array and was ignored.' });
    return read;
  }
  const ids = new Set<string>();
  for (const [index, entry] of given.entries()) {
    const leaveOut = (code: NoteCode, why: string) =>
      read.notes.push({ code, message: `Widget ${index + 1} of the given list was left out: ${why}.` });

    const checked = check(entry, widgetTypes);
    if ('why' in checked) {
      leaveOut(checked.code, checked.why);
      continue;
    }
    const { type, widget } = checked;
    if (ids.has(widget.id)) {
      leaveOut('widget_invalid', 'its id is taken by an earlier widget');
      continue;
    }
    ids.add(widget.id);
    const question = type.question?.(widget);
    if (question) read.questions.push({ widgetId: widget.id, ...question });
    if (question && question.choices.length > MAX_WIDGET_CHOICES) {
      const count = question.choices.length;
      leaveOut(
        'too_many_choices',
        `it has ${count} choices, ${MAX_WIDGET_CHOICES} is the limit; the text lists them all`,
      );
      continue;
    }
    read.widgets.push({ widget, provenance: 'runtime' });
  }
  return read;
}

function check(
  entry: unknown,
  widgetTypes: WidgetTypes,
): { type: WidgetType; widget: Widget } | { code: NoteCode; why: string } {
  const name = typeof entry === 'object' && entry !== null && 'type' in entry ? entry.type : undefined;
  if (typeof name !== 'string') return { code: 'widget_invalid', why: 'it is no object with a "type"' };
  const type = widgetTypes.get(name);
  if (!type) return { code: 'widget_unknown', why: `there is no widget type '${name.slice(0, 64)}'` };
  const parsed = type.schema.safeParse(entry);
  if (parsed.success) return { type, widget: parsed.data };
  const issue = parsed.error.issues[0];
  return { code: 'widget_invalid', why: `${issue?.path.join('.') || name}: ${issue?.message ?? 'not valid'}` };
}
