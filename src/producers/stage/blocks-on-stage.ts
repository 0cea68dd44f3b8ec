import type { Produced } from '../../protocol/produced.ts';
import type { BlockOffer, BlockOutcome, CandidateBlock } from '../../protocol/ui/block-type.ts';
import { majorOf } from '../../protocol/ui/major-of.ts';
import type { TurnClient } from '../../protocol/ui/turn-client.ts';
import type { BlockSupport } from '../../protocol/ui/ui-block.ts';
import type { StageRequest } from '../../protocol/ui/ui-stage.ts';
import type { Provenance } from '../../protocol/widget.ts';
import { type BlockTurn, createBlockTurn } from '../ui-block/block-turn.ts';
import type { BlockRegistry } from '../ui-block/registry.ts';

/** The blocks of one run of a turn. What becomes of them goes into `produced`. */
export class BlocksOnStage {
  readonly #registry: BlockRegistry;
  readonly #produced: Produced;
  readonly #supported: readonly BlockSupport[] | 'all';
  readonly #turn: BlockTurn;
  #minted = 0;
  /** How many were sent of a kind. */
  readonly #sent = new Map<string, number>();
  /** Blocks of another major version than the client shows of their kind. */
  readonly #otherMajors: { candidate: CandidateBlock; provenance: Provenance }[] = [];

  constructor(
    { turnId, run, client, hasText, tell }: StageRequest,
    { registry, mint, produced }: { registry: BlockRegistry; mint: () => string; produced: Produced },
  ) {
    this.#registry = registry;
    this.#produced = produced;
    this.#supported = supportedBy(client);
    this.#turn = createBlockTurn({
      ...{ registry, hasText, supported: this.#supported },
      // Nobody presses a button of ours in a client that draws it itself, so there is nothing to seal.
      mint: client ? () => `${turnId}.${run}.b${++this.#minted}` : mint,
      // Where our own printers draw, a block goes out with the reply.
      write: (block) => client && tell?.({ type: 'block', block }),
    });
  }

  get shown(): number {
    return this.#turn.emitted;
  }

  offers(): readonly BlockOffer[] {
    return this.#registry.offers(this.#supported);
  }

  /** For a producer that hears what became of it, and mends what was refused. */
  show(candidate: CandidateBlock, provenance: Provenance): BlockOutcome {
    const outcome = this.#mayShow(candidate, provenance) ? this.#turn.emit(candidate) : UNKNOWN;
    if ('refusal' in outcome) {
      this.#produced.notes.push({ code: outcome.refusal, message: outcome.message });
    } else {
      const shown = this.#supported !== 'all' && { shownAs: outcome.block };
      this.#sent.set(kindOf(candidate), (this.#sent.get(kindOf(candidate)) ?? 0) + 1);
      this.#produced.widgets.push({ widget: outcome.widget, provenance, ...shown });
    }
    return outcome;
  }

  /** For a fact, whose teller hears nothing more of it: what the client cannot draw is said in words. */
  hear(candidate: CandidateBlock, provenance: Provenance): void {
    const outcome = this.show(candidate, provenance);
    if (!('refusal' in outcome) || outcome.refusal !== 'ui_block_not_supported_by_client') return;
    if (this.#showsKind(candidate)) this.#otherMajors.push({ candidate, provenance });
    else this.#sayInWords(candidate, provenance);
  }

  /**
   * All facts were heard: what came in no version that the client shows is said in words. One that was sent stands for
   * one of each other major version of its kind, as a maker sends them that leaves the choice to the client.
   */
  settle(): void {
    const stoodFor = new Map<string, number>();
    for (const { candidate, provenance } of this.#otherMajors.splice(0)) {
      const other = `${kindOf(candidate)}@${majorOf(candidate.version)}`;
      const count = stoodFor.get(other) ?? 0;
      stoodFor.set(other, count + 1);
      if (count >= (this.#sent.get(kindOf(candidate)) ?? 0)) this.#sayInWords(candidate, provenance);
    }
  }

  end(): void {
    this.#turn.close();
  }

  #sayInWords(candidate: CandidateBlock, provenance: Provenance): void {
    const said = this.#turn.inWords(candidate);
    if ('refusal' in said) this.#produced.notes.push({ code: said.refusal, message: said.message });
    else this.#produced.widgets.push({ widget: said.widget, provenance });
  }

  /** Whether the client shows another major version of its kind. */
  #showsKind(candidate: CandidateBlock): boolean {
    if (this.#supported === 'all') return false;
    return this.#supported.some((one) => kindOf(one) === kindOf(candidate));
  }

  #mayShow(candidate: CandidateBlock, provenance: Provenance): boolean {
    return provenance === 'mcp_server' || this.#registry.find(candidate)?.isOurs !== true;
  }
}

function kindOf({ namespace, block_type }: { namespace: string; block_type: string }): string {
  return `${namespace}.${block_type}`;
}

const UNKNOWN: BlockOutcome = {
  refusal: 'ui_block_unknown_type',
  message: 'There is no block of that type that an agent can show.',
};

function supportedBy(client: TurnClient | undefined): readonly BlockSupport[] | 'all' {
  if (!client) return 'all';
  return client.dialect === 'ubp' ? (client.blocks ?? []) : [];
}
