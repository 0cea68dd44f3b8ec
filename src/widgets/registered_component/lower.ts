import type { Affordance } from '../../protocol/affordance.ts';
import { plainLine, plainText } from '../../protocol/plain-text.ts';
import { historyPanelProps, scadaPanelProps } from '../../protocol/ui/agent-ui/panels.ts';
import type { RegisteredComponentWidget } from './schema.ts';

/** More devices are no reading matter. */
const MAX_NAMED = 10;

export function lowerComponent(widget: RegisteredComponentWidget): Affordance[] {
  return [{ type: 'note', widgetId: widget.id, text: componentInWords(widget) }];
}

export function componentInWords(widget: RegisteredComponentWidget): string {
  return plainText(widget.fallbackText ?? '') || `${subjectOf(widget)} is available in the web chat.`;
}

/** What a built-in panel shows; the name of another component, whose props are for its own client to read. */
function subjectOf({ component, props }: RegisteredComponentWidget): string {
  const history = component === 'HistoryPanel' ? historyPanelProps.safeParse(props).data : undefined;
  if (history) {
    const { device_ids, start_time, end_time, metric } = history;
    const what = metric === undefined ? 'The history' : `The history of ${plainLine(metric)}`;
    return `${what} of ${devices(device_ids)} from ${start_time} to ${end_time}`;
  }
  const scada = component === 'ScadaPanel' ? scadaPanelProps.safeParse(props).data : undefined;
  if (scada) return `${plainLine(scada.title ?? '') || 'A live panel'} (${devices(scada.device_ids)})`;
  return `The panel ${plainLine(component)}`;
}

function devices(ids: readonly string[]): string {
  const more = ids.length > MAX_NAMED ? ` and ${ids.length - MAX_NAMED} more` : '';
  return ids.slice(0, MAX_NAMED).map(plainLine).join(', ') + more;
}
