import type { ChannelType } from '../protocol/channel.ts';
import type { Envelope } from '../protocol/envelope.ts';
import type { Note } from '../protocol/notes.ts';
import type { TemplateVariables, Transformer } from '../protocol/transformer.ts';
import type { WidgetTypes } from '../protocol/widget.ts';

/** What a template sees beside the reply itself. */
export interface RenderContext {
  /** The address, and whatever else the caller gave: `context.*`. */
  address: Readonly<Record<string, unknown>>;
  agentName: string;
  nowMs: number;
  request?: { message: string; user_id: string; files?: unknown };
  files?: unknown;
}

export interface Rendered {
  /** Request bodies in sending order; the last one carries the UI. */
  payloads: unknown[];
  notes: Note[];
}

/**
 * Prints an envelope for one channel and wraps every part with the channel's template.
 * Pure. A channel without a template (the web) gets the text and the widgets themselves.
 */
export function render(options: {
  channel: ChannelType;
  transformer: Transformer | undefined;
  widgetTypes: WidgetTypes;
  envelope: Envelope;
  context: RenderContext;
}): Rendered {
  const { channel, transformer, widgetTypes, envelope, context } = options;
  const { text, widgets } = envelope;
  const notes = [...envelope.notes];
  if (!transformer) {
    return { payloads: [widgets.length > 0 ? { content: text, ui: widgets } : { content: text }], notes };
  }

  const affordances = [];
  if (transformer.usesUi || channel.isTextOnly) {
    for (const widget of widgets) affordances.push(...(widgetTypes.get(widget.type)?.lower(widget) ?? []));
  } else if (widgets.length > 0) {
    notes.push({
      code: 'ui_not_in_template',
      message: `Template '${transformer.name}' names no ui.* variable: ${widgets.length} widget(s) go as text only.`,
    });
  }

  const printed = channel.print(affordances, text, { ...channel.content, ...transformer.content });
  notes.push(...printed.notes);
  const payloads = printed.parts.map((part, index) => {
    const isLast = index === printed.parts.length - 1;
    const response: TemplateVariables['response'] = { content: part.content };
    if (isLast && widgets.length > 0) response.ui = widgets;
    if (isLast && context.files !== undefined) response.files = context.files;
    return transformer.body({
      response,
      context: context.address,
      agent: { name: context.agentName },
      get timestamp() {
        return new Date(context.nowMs).toISOString();
      },
      ui: { [channel.name]: part.ui },
      ...(context.request && { request: context.request }),
    });
  });
  return { payloads, notes };
}
