import type { AgentContext, ToolOffer } from '../../../protocol/agent.ts';
import { textIn } from '../../../protocol/loose.ts';
import type { Turn } from '../../../protocol/turn.ts';
import type { BlockOffer } from '../../../protocol/ui/block-type.ts';
import type { ViewContext } from '../../../protocol/ui/view-context.ts';
import { askUserTool } from './ask-user.ts';
import { openViewsTool } from './open-views.ts';
import { blockName, blockTool } from './show-block.ts';
import { uniqueName } from './unique-name.ts';

/** What is behind a name that a model may call. */
export type Tool =
  | { type: 'ask' }
  | { type: 'views'; views: readonly ViewContext[] }
  /** Its call is shown by the person's client. */
  | { type: 'ui'; tool: string }
  | { type: 'block'; block: BlockOffer }
  | { type: 'server'; server: string; tool: string };

/** The tools of one turn. */
export interface Toolbox {
  offers: readonly ToolOffer[];
  /** By the name that the model calls. */
  tools: ReadonlyMap<string, Tool>;
}

/** What OpenAI takes: API reference and its refusals (`array_above_max_length`, `string_above_max_length`), read 2026-11. */
const MAX_TOOLS = 128;
const MAX_DESCRIPTION_CHARS = 1024;

/** Gathers what a model may call in a turn. A server that cannot be reached costs its own tools only. */
export async function fillToolbox(turn: Turn, context: AgentContext): Promise<Toolbox> {
  const { tools: hosted, unreachable } = await context.tools.list(context.signal);
  for (const { server, reason } of unreachable) {
    context.log.warn({ turn_id: turn.turnId, server, reason }, 'a turn goes without the tools of an MCP server');
  }
  const tools = new Map<string, Tool>();
  const offers: ToolOffer[] = [];
  const add = (offer: ToolOffer, tool: Tool) => {
    const name = uniqueName(offer.name, tools);
    tools.set(name, tool);
    offers.push({ ...offer, name, description: clipped(offer.description) });
  };
  // Our own first: whatever a server calls its tools, these keep their names.
  add(askUserTool, { type: 'ask' });
  if (turn.views) add(openViewsTool, { type: 'views', views: turn.views });
  for (const offer of context.uiTools) add(offer, { type: 'ui', tool: offer.name });
  for (const block of context.blocks) add({ ...blockTool(block), name: blockName(block) }, { type: 'block', block });
  const fitting = hosted.slice(0, MAX_TOOLS - offers.length);
  if (fitting.length < hosted.length) {
    const facts = { turn_id: turn.turnId, tools: hosted.length, offered: fitting.length };
    context.log.warn(facts, `a model takes ${MAX_TOOLS} tools at most; the last ones are not offered`);
  }
  for (const { server, ...offer } of fitting) {
    add({ ...offer, name: `${server}__${offer.name}` }, { type: 'server', server, tool: offer.name });
  }
  return { offers, tools };
}

function clipped(description: string): string {
  if (description.length <= MAX_DESCRIPTION_CHARS) return description;
  return `${textIn(description.slice(0, MAX_DESCRIPTION_CHARS - 1))}…`;
}
