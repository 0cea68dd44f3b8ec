import type { AgentTurn } from '../protocol/agent-turn.ts';
import type { Produced } from '../protocol/produced.ts';
import { askClarification } from './clarification.ts';
import { askCredentialChoice } from './credential-choice.ts';
import { type ConfiguredLinks, linkCredentialRedirect } from './links.ts';
import { relayMcpResources } from './mcp-resource.ts';
import { linkTools } from './tool-link.ts';

export interface ProduceDeps {
  links: ConfiguredLinks;
  /** Gives a new widget id, sealed to the conversation. */
  mint: () => string;
}

/**
 * Makes widgets and questions of the facts of an agent turn. The facts alone count: its text is never read.
 * What cannot become a widget leaves a note.
 */
export function produce(turn: AgentTurn, deps: ProduceDeps): Produced {
  const produced: Produced = { widgets: [], questions: [], notes: [] };
  askClarification(turn, deps.mint, produced);
  askCredentialChoice(turn, deps.mint, produced);
  linkCredentialRedirect(turn, deps, produced);
  linkTools(turn, deps.mint, produced);
  relayMcpResources(turn, deps.mint, produced);
  return produced;
}
