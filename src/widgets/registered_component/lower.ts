import type { Affordance } from '../../protocol/affordance.ts';
import { plainLine, plainText } from '../../protocol/plain-text.ts';
import { historyPanelProps, scadaPanelProps } from '../../protocol/ui/agent-ui/panels.ts';
import type { RegisteredComponentWidget } from './schema.ts';

/** More devices are no reading matter. */
const MAX_NAMED = 10;
const INSTANT = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d)(:\d\d)?(?:\.\d+)?(z|[+-]\d\d:\d\d)$/i;

export function lowerComponent(widget: RegisteredComponentWidget): Affordance[] {
  return [{ type: 'note', widgetId: widget.id, text: componentInWords(widget) }];
}

export function componentInWords(widget: RegisteredComponentWidget): string {
  return plainText(widget.fallbackText ?? '') || `${subjectOf(widget)} can be seen in the web application.`;
}

/** What a built-in panel shows; the name of another component, whose props are for its own client to read. */
function subjectOf({ component, props }: RegisteredComponentWidget): string {
  const history = component === 'HistoryPanel' ? historyPanelProps.safeParse(props).data : undefined;
  if (history) {
    const { device_ids, start_time, end_time, metric } = history;
    const what = metric === undefined ? 'The history' : `The history of ${plainLine(metric)}`;
    return `${what} of ${devices(device_ids)} from ${momentOf(start_time)} to ${momentOf(end_time)}`;
  }
  const scada = component === 'ScadaPanel' ? scadaPanelProps.safeParse(props).data : undefined;
  if (scada) return `${plainLine(scada.title ?? '') || 'A live panel'} (${devices(scada.device_ids)})`;
  return `The panel ${plainLine(component)}`;
}

/** As people write it, in the offset in which it was given. */
function momentOf(instant: string): string {
  const [, day, clock, second, offset = ''] = INSTANT.exec(instant) ?? [];
  if (day === undefined) return plainLine(instant);
  return `${day} ${clock}${second === ':00' ? '' : (second ?? '')} ${/^z$/i.test(offset) ? 'UTC' : `UTC${offset}`}`;
}

function devices(ids: readonly string[]): string {
  const more = ids.length > MAX_NAMED ? ` and ${ids.length - MAX_NAMED} more` : '';
  return ids.slice(0, MAX_NAMED).map(plainLine).join(', ') + more;
}
