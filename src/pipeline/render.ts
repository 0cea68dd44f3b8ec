import type { Affordance } from '../protocol/affordance.ts';
import type { ChannelType, PrintedPart, PrintPlace } from '../protocol/channel.ts';
import type { Envelope } from '../protocol/envelope.ts';
import { isOnMap } from '../protocol/map-point.ts';
import type { Note } from '../protocol/notes.ts';
import type { ContentFormat, TemplateVariables, Transformer } from '../protocol/transformer.ts';
import type { WidgetTypes } from '../protocol/widget.ts';

/** What a template sees beside the reply itself. */
export interface RenderContext {
  /** The address, and whatever else the caller gave: `context.*`. */
  address: Readonly<Record<string, unknown>>;
  agentName: string;
  nowMs: number;
  request?: { message: string; user_id: string; files?: unknown };
  files?: unknown;
  /** `response.metadata.*`. */
  metadata?: ResponseMetadata;
}

/** What a template is told of the turn that it writes. */
export interface ResponseMetadata {
  turn_id: string;
  /** What the agent remembers the conversation by. Absent for a turn that came by API. */
  session_id?: string;
  status: 'completed' | 'failed';
  /** The code of the error that it failed with. */
  error?: string;
}

export interface Rendered {
  /** Request bodies in sending order: messages, then points on the map, then files. */
  payloads: unknown[];
  /** The message that carries the UI, by its place in `payloads`; -1 when there is no message. */
  carrierIndex: number;
  notes: Note[];
}

/** Whether a channel prints widgets where it writes with this template. */
export function printsUi(channel: ChannelType, transformer: Transformer | undefined): boolean {
  return transformer !== undefined && (transformer.usesUi || channel.isTextOnly === true);
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
  /** What a button says that sends several picks, in the reader's language. Absent: nothing is asked. */
  submitLabel?: string;
}): Rendered {
  const { channel, transformer, widgetTypes, envelope, context, submitLabel } = options;
  const { text, widgets } = envelope;
  const notes = [...envelope.notes];
  if (!transformer) {
    const payload = widgets.length > 0 ? { content: text, ui: widgets } : { content: text };
    return { payloads: [payload], carrierIndex: 0, notes };
  }

  const isPrinted = printsUi(channel, transformer);
  if (!isPrinted && widgets.length > 0) {
    notes.push({
      code: 'ui_not_in_template',
      message: `Template '${transformer.name}' names no ui.* variable: ${widgets.length} widget(s) go as text only.`,
    });
  }
  const affordances = isPrinted ? lowered(widgets, widgetTypes, submitLabel) : [];
  const printed = channel.print(affordances, text, contentOf(channel, transformer), placeOf(channel, context));
  for (const note of printed.notes) notes.push(note);
  const lastPart = printed.parts.at(-1);
  const agent = { name: context.agentName };
  const timestamp = transformer.usesTimestamp ? new Date(context.nowMs).toISOString() : '';
  const payloads = printed.parts.map((part) => {
    const response: TemplateVariables['response'] = { content: part.content, metadata: context.metadata };
    if (part.html !== undefined) response.html = part.html;
    if (part === lastPart && widgets.length > 0) response.ui = widgets;
    if (part === lastPart && context.files !== undefined) response.files = context.files;
    const ui: Record<string, PrintedPart['ui']> = {};
    ui[channel.name] = part.ui;
    return transformer.body({ response, request: context.request, context: context.address, agent, timestamp, ui });
  });
  const carrierIndex = payloads.length - 1;
  for (const affordance of affordances) {
    const point = affordance.type === 'note' ? affordance.point : undefined;
    if (channel.printPoint && point && isOnMap(point)) payloads.push(channel.printPoint(point, context.address));
  }
  for (const file of envelope.files ?? []) payloads.push(channel.printFile?.(file, context.address));
  return { payloads, carrierIndex, notes };
}

/** Nothing when the address is none, as in a preview that names no place. */
function placeOf(channel: ChannelType, { address: given }: RenderContext): PrintPlace | undefined {
  const address = channel.address.safeParse(given);
  return address.success ? { isShared: channel.isShared(address.data) } : undefined;
}

function lowered(
  widgets: Envelope['widgets'],
  widgetTypes: WidgetTypes,
  submitLabel: string | undefined,
): Affordance[] {
  const affordances: Affordance[] = [];
  for (const widget of widgets) {
    for (const affordance of widgetTypes.get(widget.type)?.lower(widget) ?? []) {
      const isSubmitted = affordance.type === 'choice' && affordance.multi && submitLabel !== undefined;
      affordances.push(isSubmitted ? { ...affordance, submitLabel } : affordance);
    }
  }
  return affordances;
}

/** A channel's way of writing text with the template's wishes laid over it. The same for every message of a template. */
const contents = new WeakMap<Transformer, ContentFormat>();

/** Whether a channel with this template reads the text as Markdown. Without a template the client gets it as it is. */
export function readsMarkdown(channel: ChannelType, transformer: Transformer | undefined): boolean {
  return transformer !== undefined && channel.readsMarkdown?.(contentOf(channel, transformer)) === true;
}

function contentOf(channel: ChannelType, transformer: Transformer): ContentFormat {
  let content = contents.get(transformer);
  if (!content) {
    content = { ...channel.content, ...transformer.content };
    const overhead = transformer.contentOverheadUnits ?? 0;
    // A message must hold the template's own words too; where no limit is known, nothing is split.
    if (overhead > 0 && content.maxLength !== undefined) content.maxLength = Math.max(1, content.maxLength - overhead);
    contents.set(transformer, content);
  }
  return content;
}
