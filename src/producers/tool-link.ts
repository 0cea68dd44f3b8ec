import type { AgentTurn } from '../protocol/agent-turn.ts';
import type { Produced } from '../protocol/produced.ts';
import type { Provenance } from '../protocol/widget.ts';
import { addActionLink } from './action-link.ts';
import { objectOf } from './json-object.ts';

/** The `_link` that tools hand out beside their results, in the order of the calls. */
export function linkTools({ tool_results, mcp_results }: AgentTurn, mint: () => string, into: Produced): void {
  const add = (result: unknown, tool: string, provenance: Provenance) => {
    const link = linkIn(result);
    if (link) addActionLink(link, { provenance, source: `tool '${tool.slice(0, 64)}'` }, mint, into);
  };
  for (const { tool, result } of tool_results ?? []) add(result, tool, 'tool_result');
  for (const { tool, result } of mcp_results ?? []) add(objectOf(result)?.structuredContent, tool, 'mcp_server');
}

/** At the top level or under `result`. A `_link` that is no object is no link. */
function linkIn(result: unknown): Readonly<Record<string, unknown>> | undefined {
  const top = objectOf(result);
  return objectOf(top?._link) ?? objectOf(objectOf(top?.result)?._link);
}
