import type { AgentEvent, ToolOffer } from '../agent.ts';
import type { Produced } from '../produced.ts';
import type { TurnEvent } from '../turn-log.ts';
import type { Provenance } from '../widget.ts';
import type { BlockOffer, BlockOutcome, CandidateBlock } from './block-type.ts';
import type { TurnClient } from './turn-client.ts';

/** What an agent reports beside its text. */
export type Fact = Exclude<AgentEvent, { type: 'text' } | { type: 'error' }>;

/** The run of a turn that a stage is for. */
export interface StageRequest {
  turnId: string;
  /** As in the turn's log. */
  run: number;
  channel: string;
  conversation: string;
  /** Absent = nobody in particular. */
  personId: string | undefined;
  client: TurnClient | undefined;
  /** true: nothing of it is kept, and nobody is shown it. */
  isPreview?: true;
  /** Whether some of the text was said already. */
  hasText: () => boolean;
  /** Tells those who follow the turn. Absent where nobody can. */
  tell?: (event: TurnEvent) => void;
}

/** Why a call of a tool that shows something shows nothing. */
export interface CallRefusal {
  /** A sentence that quotes nothing of its arguments. */
  message: string;
  /** Whether the words that came with it are said in its place. */
  isSaid: boolean;
}

/** Begins a stage. It keeps nothing but what it gives at its end. */
export type CreateStage = (request: StageRequest) => UiStage;

/**
 * What one run of a turn shows while the agent still speaks: blocks, envelopes, tool calls. The rest of its UI is made
 * of the facts when all is said.
 */
export interface UiStage {
  /** Takes a fact as it is reported. What it shows is told before this resolves. */
  hear(fact: Fact): void | Promise<void>;
  /** Kinds of blocks that can be shown here. */
  offers(): readonly BlockOffer[];
  /** Shows a block at once, or says why not. */
  show(block: CandidateBlock, provenance: Provenance): BlockOutcome;
  /** Tools whose calls are shown here. */
  tools(): readonly ToolOffer[];
  /** Why a call that was heard shows nothing. Nothing when it shows something, and for a call of another tool. */
  refusalOf(callId: string): CallRefusal | undefined;
  /** The result of a tool as a model may see it. */
  modelView(result: unknown): unknown;
  /** Blocks that were shown so far. */
  readonly blocksShown: number;
  /** No fact is heard any more, so nothing but blocks is added. Gives what was shown so far. */
  settle(): Produced;
  /** Nothing is shown any more. Gives what was, as widgets, and notes of what was not. */
  end(): Produced;
}
