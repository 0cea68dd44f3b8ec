import type { ToolOffer } from '../../protocol/agent.ts';
import type { Produced } from '../../protocol/produced.ts';
import type { BlockOffer, BlockOutcome, CandidateBlock } from '../../protocol/ui/block-type.ts';
import type { CreateStage, Fact, StageRequest, UiStage } from '../../protocol/ui/ui-stage.ts';
import type { Provenance } from '../../protocol/widget.ts';
import { modelView } from '../model-view.ts';
import type { BlockRegistry } from '../ui-block/registry.ts';
import { BlocksOnStage } from './blocks-on-stage.ts';
import { ToolCalls } from './tool-calls.ts';

export interface StageDeps {
  blocks: BlockRegistry;
  /** Gives a new widget id, sealed to a conversation. */
  mint: (conversation: string) => string;
  /** Tools whose calls an agent-ui client shows. Default: none. */
  uiTools?: readonly ToolOffer[];
}

/** Binds what stays the same over all turns. */
export function createStages(deps: StageDeps): CreateStage {
  return (request) => new Stage(request, deps);
}

class Stage implements UiStage {
  readonly #request: StageRequest;
  readonly #uiTools: readonly ToolOffer[];
  readonly #produced: Produced = { widgets: [], questions: [], notes: [] };
  readonly #calls = new ToolCalls();
  readonly #blocks: BlocksOnStage;

  constructor(request: StageRequest, { blocks, mint, uiTools = [] }: StageDeps) {
    this.#request = request;
    this.#uiTools = uiTools;
    const produced = this.#produced;
    this.#blocks = new BlocksOnStage(request, { registry: blocks, mint: () => mint(request.conversation), produced });
  }

  get blocksShown(): number {
    return this.#blocks.shown;
  }

  hear(fact: Fact): void {
    const { tell } = this.#request;
    switch (fact.type) {
      case 'tool_call':
        tell?.(this.#calls.called(fact));
        return;
      case 'tool_result':
      case 'mcp_result':
        if (tell) for (const event of this.#calls.answered(fact)) tell(event);
        return;
      case 'block': {
        const { type: _, ...candidate } = fact;
        this.#blocks.hear(candidate, 'runtime');
        return;
      }
      default:
    }
  }

  offers(): readonly BlockOffer[] {
    return this.#blocks.offers();
  }

  tools(): readonly ToolOffer[] {
    return this.#request.client?.dialect === 'agent-ui' ? this.#uiTools : [];
  }

  modelView(result: unknown): unknown {
    return modelView(result);
  }

  show(candidate: CandidateBlock, provenance: Provenance): BlockOutcome {
    return this.#blocks.show(candidate, provenance);
  }

  end(): Produced {
    this.#blocks.end();
    return this.#produced;
  }
}
