import { jsonOnce } from '../../protocol/json-once.ts';
import type { BlockOutcome, BlockType, CandidateBlock } from '../../protocol/ui/block-type.ts';
import { majorOf } from '../../protocol/ui/major-of.ts';
import type { BlockPosition, BlockRefusal, BlockSupport, UiBlock } from '../../protocol/ui/ui-block.ts';
import { checkMeta } from './meta.ts';
import { type BlockRegistry, isHighest } from './registry.ts';
import { TargetMemory } from './target-memory.ts';

/** Blocks that all producers of a turn may show together. */
const MAX_BLOCKS_PER_TURN = 2;
/** Largest block, bytes of compact JSON. */
const MAX_BLOCK_BYTES = 4096;

export interface BlockTurnOptions {
  registry: BlockRegistry;
  /** What this stream may carry. `all`: our own printers draw. */
  supported: readonly BlockSupport[] | 'all';
  /** Gives a new id for a block. */
  mint: () => string;
  /** Whether some of the turn's text was said already. */
  hasText: () => boolean;
  /** Sends a block that passed. */
  write: (block: UiBlock) => void;
  /** Default 2. */
  maxBlocksPerTurn?: number;
  /** Reserved for a limit over all turns of a session; nobody sets it yet. Default no limit. */
  maxBlocksPerSession?: number;
}

/** The one way on which blocks are shown in a run of a turn, whoever makes them. */
export interface BlockTurn {
  /** Checks a block and sends it, or says why not. A block that is refused counts for nothing. */
  emit(candidate: CandidateBlock): BlockOutcome;
  /** The same for a block that the client cannot draw: nothing is sent, its widget will be said in words. */
  inWords(candidate: CandidateBlock): BlockOutcome;
  /** Blocks that were sent. */
  readonly emitted: number;
  /** Nothing is sent any more. */
  close(): void;
}

type Refused = Extract<BlockOutcome, { refusal: BlockRefusal }>;

/** Blocks that were let through, and what they lead to. */
interface Taken {
  count: number;
  targets: TargetMemory;
}

export function createBlockTurn(options: BlockTurnOptions): BlockTurn {
  return new OpenBlockTurn(options);
}

class OpenBlockTurn implements BlockTurn {
  readonly #options: BlockTurnOptions;
  readonly #maxBlocks: number;
  readonly #sent: Taken = { count: 0, targets: new TargetMemory() };
  /** What is said in words takes no place from what can be sent. */
  readonly #said: Taken = { count: 0, targets: new TargetMemory() };
  #isClosed = false;

  constructor(options: BlockTurnOptions) {
    this.#options = options;
    const { maxBlocksPerTurn = MAX_BLOCKS_PER_TURN, maxBlocksPerSession = Number.POSITIVE_INFINITY } = options;
    this.#maxBlocks = Math.min(maxBlocksPerTurn, maxBlocksPerSession);
  }

  get emitted(): number {
    return this.#sent.count;
  }

  close(): void {
    this.#isClosed = true;
  }

  emit(candidate: CandidateBlock): BlockOutcome {
    const type = this.#typeOf(candidate);
    if ('refusal' in type) return type;
    const outcome = this.#unsupported(type) ?? this.#take(candidate, type, this.#sent);
    if ('block' in outcome) this.#options.write(outcome.block);
    return outcome;
  }

  inWords(candidate: CandidateBlock): BlockOutcome {
    const type = this.#typeOf(candidate);
    return 'refusal' in type ? type : this.#take(candidate, type, this.#said);
  }

  #typeOf(candidate: CandidateBlock): BlockType | Refused {
    const name = nameOf(candidate);
    if (this.#isClosed) {
      return refused('ui_block_turn_closed', `Block '${name}' came after the end of its turn. Show it before.`);
    }
    const why = 'there is no such type with that major version. Use a registered type and its full semantic version';
    return (
      this.#options.registry.find(candidate) ??
      refused('ui_block_unknown_type', `Block '${name}' cannot be shown: ${why}.`)
    );
  }

  #unsupported({ namespace, blockType, version }: BlockType): Refused | undefined {
    const { supported } = this.#options;
    if (supported === 'all') return undefined;
    const name = `${namespace}.${blockType}`;
    const major = majorOf(version);
    const support = supported.find(
      (one) => one.namespace === namespace && one.block_type === blockType && one.version === major,
    );
    if (!support) {
      return refused(
        'ui_block_not_supported_by_client',
        `The person's client does not show blocks of the type '${name}' ${version}. Say the same in your text, as inline markdown.`,
      );
    }
    if (isHighest(support, supported)) return undefined;
    return refused(
      'ui_block_not_supported_by_client',
      `The person's client is shown a later major version of '${name}' than ${version}. Send that one, or say the same in your text, as inline markdown.`,
    );
  }

  /** What every block must stand, wherever it is shown. */
  #take(candidate: CandidateBlock, type: BlockType, taken: Taken): BlockOutcome {
    const name = nameOf(candidate);
    const invalid = (fault: string) =>
      refused('ui_block_invalid_data', `Block '${name}' is not shown: ${fault}. Correct it and show it again.`);
    const checked = type.check(candidate.data);
    if ('fault' in checked) return invalid(checked.fault);
    const meta = candidate._meta === undefined ? undefined : checkMeta(candidate._meta);
    if (meta && 'fault' in meta) return invalid(meta.fault);

    const block: UiBlock = {
      id: this.#options.mint(),
      namespace: type.namespace,
      block_type: type.blockType,
      version: type.version,
      data: checked.data,
      position: this.#position(candidate.position),
      ...(meta && { _meta: meta.meta }),
    };
    const bytes = Buffer.byteLength(jsonOnce(block));
    if (bytes > MAX_BLOCK_BYTES) {
      return refused(
        'ui_block_too_large',
        `Block '${name}' is not shown: it has ${bytes} bytes of JSON, ${MAX_BLOCK_BYTES} is the limit. Show less.`,
      );
    }
    const targets = taken.targets.begin();
    const data = type.withoutRepeats ? type.withoutRepeats(block.data, targets.isNew) : block.data;
    if (type.withoutRepeats && data === undefined) {
      return refused(
        'ui_block_duplicate',
        `Block '${name}' is not shown: all it leads to was shown in this turn already. Nothing is to be done.`,
      );
    }
    if (taken.count >= this.#maxBlocks) {
      return refused(
        'ui_block_turn_cap_exceeded',
        `Block '${name}' is not shown: a turn has at most ${this.#maxBlocks} blocks. Say the same in your text.`,
      );
    }
    targets.keep();
    taken.count += 1;
    const whole = data === block.data ? block : { ...block, data };
    return { block: whole, widget: type.widgetOf(whole) };
  }

  /** A block that is to stand before a text which was begun stands amid it. */
  #position(wanted: BlockPosition = 'after_text'): BlockPosition {
    return wanted === 'before_text' && this.#options.hasText() ? 'inline' : wanted;
  }
}

function refused(refusal: BlockRefusal, message: string): Refused {
  return { refusal, message };
}

/** What an agent called it, for its own eyes and the log: bounded, and on one line. */
function nameOf({ namespace, block_type, version }: CandidateBlock): string {
  const name = `${namespace}.${block_type} ${version}`.slice(0, 120);
  return name.replace(/[^ -~]/g, '?');
}
