import type { Agent, AgentContext, PastTurn, ToolHost, ToolOffer } from '../../protocol/agent.ts';
import type { SaidTurn } from '../../protocol/agent-turn.ts';
import type { Log } from '../../protocol/log.ts';
import type { BlockOffer, BlockOutcome, CandidateBlock } from '../../protocol/ui/block-type.ts';
import type { CallRefusal, UiStage } from '../../protocol/ui/ui-stage.ts';
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
  options: Lent & {
    agent: Agent;
    deadlineMs: number;
    onText: ((delta: string) => void) | undefined;
  },
): Promise<SaidTurn> {
  const { agent, deadlineMs, onText, stage } = options;
  const said: SaidTurn = { text: '' };
  const deadline = setTimeout(() => live.cutShort('deadline'), deadlineMs);
  const run = converse(agent, turn, new Context(live, turn, options), {
    said,
    onText,
    stage,
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

/** What an agent is lent beside its turn. */
export interface Lent {
  tools: ToolHost;
  stage: UiStage;
  /** What was said in the session of a turn before. */
  history: (turn: ReadTurn) => Promise<readonly PastTurn[]>;
  log: Log;
}

/** The same as the agent has it; the signal of its turn is made when it asks for it. */
class Context implements AgentContext {
  readonly #live: LiveTurn;
  readonly #turn: ReadTurn;
  readonly #lent: Lent;

  constructor(live: LiveTurn, turn: ReadTurn, lent: Lent) {
    this.#live = live;
    this.#turn = turn;
    this.#lent = lent;
  }

  get signal(): AbortSignal {
    return this.#live.signal;
  }

  get update(): string {
    return this.#turn.update;
  }

  get tools(): ToolHost {
    return this.#lent.tools;
  }

  get log(): Log {
    return this.#lent.log;
  }

  get blocks(): readonly BlockOffer[] {
    return this.#lent.stage.offers();
  }

  showBlock(block: CandidateBlock): BlockOutcome {
    return this.#lent.stage.show(block, 'tool_result');
  }

  get uiTools(): readonly ToolOffer[] {
    return this.#lent.stage.tools();
  }

  refusalOf(callId: string): CallRefusal | undefined {
    return this.#lent.stage.refusalOf(callId);
  }

  modelView(result: unknown): unknown {
    return this.#lent.stage.modelView(result);
  }

  history(): Promise<readonly PastTurn[]> {
    return this.#lent.history(this.#turn);
  }
}
