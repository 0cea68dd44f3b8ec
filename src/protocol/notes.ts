import { BLOCK_REFUSALS } from './ui/ui-block.ts';

/**
 * Codes of what was shown in another form than asked for, or not at all.
 * A note is not an error: the person can still read everything through the text. The README explains each in one line.
 */
export const NOTE_CODES = [
  'label_clipped',
  'buttons_as_select',
  'buttons_as_text',
  'choices_as_text',
  'link_as_text',
  'image_as_text',
  'table_as_text',
  'open_as_text',
  'prefill_as_text',
  'note_as_text',
  'text_split',
  'text_truncated',
  'text_replaced',
  'text_empty',
  'ui_not_in_template',
  'ui_switched_off',
  'too_many_choices',
  'choice_skipped',
  'no_choices',
  'no_asker',
  'value_too_long',
  'widget_too_large',
  'widget_over_count',
  'widget_over_total',
  'widget_invalid',
  'widget_unknown',
  'widget_unserialisable',
  'link_refused',
  'link_not_configured',
  'resource_refused',
  'app_not_kept',
  'file_as_text',
  'file_renamed',
  ...BLOCK_REFUSALS,
  'envelope_refused',
] as const;

export type NoteCode = (typeof NOTE_CODES)[number];

/** One thing that was degraded on its way to a channel, and how. */
export interface Note {
  code: NoteCode;
  /** A sentence for the developer: what, where, which limit, what was done instead. */
  message: string;
  widgetId?: string;
}
