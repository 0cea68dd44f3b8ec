import type { Affordance } from '../../protocol/affordance.ts';
import { plainLine } from '../../protocol/plain-text.ts';
import type { McpResourceWidget } from './schema.ts';

export function lowerMcpResource(widget: McpResourceWidget): Affordance[] {
  return [{ type: 'note', widgetId: widget.id, text: wordsFor(widget) }];
}

/** Names the view; its content is a document for a sandbox and never becomes words. */
export function wordsFor({ server, tool }: McpResourceWidget): string {
  return `An interactive view from ${plainLine(tool)} (${plainLine(server)}) is available in the web chat.`;
}
