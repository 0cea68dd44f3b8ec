import type { Affordance } from '../../protocol/affordance.ts';
import { plainLine } from '../../protocol/plain-text.ts';
import type { McpAppWidget } from './schema.ts';

export function lowerMcpApp({ id, server, tool, url }: McpAppWidget): Affordance[] {
  return [{ type: 'open', widgetId: id, label: labelFor({ server, tool }), url }];
}

/** Says whose view is opened: it is not ours. */
export function labelFor({ server, tool }: Pick<McpAppWidget, 'server' | 'tool'>): string {
  return `Open ${plainLine(tool)} (${plainLine(server)})`;
}
