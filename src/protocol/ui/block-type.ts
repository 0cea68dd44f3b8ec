import type { AgentTurn } from '../agent-turn.ts';
import type { Widget } from '../widget.ts';
import type { BlockRefusal, UiBlock } from './ui-block.ts';

/** A block as a producer proposes it: without an id, and unchecked. */
export type CandidateBlock = NonNullable<AgentTurn['blocks']>[number];

/** A registered kind of block. */
export interface BlockType {
  readonly namespace: string;
  readonly blockType: string;
  /** Full semantic version. */
  readonly version: string;
  /** `external`: declared by a formation, drawn by a client that knows it, an unknown card elsewhere. */
  readonly source: 'builtin' | 'external';
  /** The service alone makes it: it is neither offered to an agent nor taken from one. */
  readonly isOurs?: true;
  /** What it is for, for an agent that may show it. */
  readonly description: string;
  /** JSON Schema of its data. */
  readonly dataSchema: Readonly<Record<string, unknown>>;
  /** The data as it is sent, or a sentence that says what is wrong, without quoting it. */
  check(data: unknown): { data: unknown } | { fault: string };
  /**
   * The data without what leads where something else of the turn leads already; nothing when nothing is left. `isNew`
   * takes the key of a target. Absent = it leads nowhere.
   */
  withoutRepeats?(data: unknown, isNew: (targetKey: string) => boolean): unknown;
  /** The same for channels that show no blocks. */
  widgetOf(block: UiBlock): Widget;
}

/** What became of a proposed block. */
export type BlockOutcome = { block: UiBlock; widget: Widget } | { refusal: BlockRefusal; message: string };

/** A kind of block that an agent may show in this turn. */
export type BlockOffer = Pick<BlockType, 'namespace' | 'blockType' | 'version' | 'description' | 'dataSchema'>;

/** A kind of block that a formation declares. */
export interface DeclaredBlock extends BlockOffer {
  /** What is wrong with some data, without quoting it; nothing when it fits the schema. */
  faultIn(data: unknown): string | undefined;
}
