import type { Agent, AgentContext, ToolHost } from '../../protocol/agent.ts';
import type { SaidTurn } from '../../protocol/agent-turn.ts';
import type { Log } from '../../protocol/log.ts';
import { converse } from '../converse.ts';
import type { LiveTurn } from './live-turns.ts';
import type { ReadTurn } from './read-turn.ts';

/**
 * Runs the agent until it ends, its time is up, or its turn is cut short. Gives what it said by then; whether that is
 * all of it, `live.cut` tells. An agent that does not end when its signal says so goes on unheard: it holds nothing up.
 * Throws what the agent throws.
 */
export async function hearAgent(
  turn: ReadTurn,
  live: LiveTurn,
  options: {
    agent: Agent;
    tools: ToolHost;
    deadlineMs: number;
    log: Log;
    onText: ((delta: string) => void) | undefined;
  },
): Promise<SaidTurn> {
  const { agent, deadlineMs, onText } = options;
  const said: SaidTurn = { text: '' };
  const deadline = setTimeout(() => live.cutShort('deadline'), deadlineMs);
  const run = converse(agent, turn, new Context(live, turn, options), {
    said,
    onText,
    isOver: () => live.cut !== undefined,
  });
  try {
    await Promise.race([run, live.whenCut]);
  } catch (error) {
    // An agent that hears its signal may throw before it is known here that it was cut short.
    if (live.cut === undefined) throw error;
  } finally {
    clearTimeout(deadline);
    // Of what becomes of a run that was cut short nobody wants to know.
    run.catch(() => {});
  }
  return said;
}

/** What an agent is lent; the signal of its turn is made when it asks for it. */
class Context implements AgentContext {
  readonly #live: LiveTurn;
  readonly update: string;
  readonly tools: ToolHost;
  readonly log: Log;

  constructor(live: LiveTurn, { update }: ReadTurn, { tools, log }: { tools: ToolHost; log: Log }) {
    this.#live = live;
    this.update = update;
    this.tools = tools;
    this.log = log;
  }

  get signal(): AbortSignal {
    return this.#live.signal;
  }
}
