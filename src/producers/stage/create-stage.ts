import type { ToolOffer } from '../../protocol/agent.ts';
import type { Produced } from '../../protocol/produced.ts';
import type { AppKeeper } from '../../protocol/ui/app-keeper.ts';
import type { BlockOffer, BlockOutcome, CandidateBlock } from '../../protocol/ui/block-type.ts';
import type { TurnClient } from '../../protocol/ui/turn-client.ts';
import type { CallRefusal, CreateStage, Fact, StageRequest, UiStage } from '../../protocol/ui/ui-stage.ts';
import type { Provenance } from '../../protocol/widget.ts';
import { modelView } from '../model-view.ts';
import type { BlockRegistry } from '../ui-block/registry.ts';
import { AppsOnStage } from './apps-on-stage.ts';
import { BlocksOnStage } from './blocks-on-stage.ts';
import { type EnvelopeDeps, EnvelopesOnStage } from './envelopes-on-stage.ts';
import { ToolCalls } from './tool-calls.ts';

export interface StageDeps {
  /** Keeps the views of MCP servers. */
  apps: AppKeeper;
  blocks: BlockRegistry;
  envelopes: EnvelopeDeps;
  /** Tools whose calls an agent-ui client shows. */
  uiTools: readonly ToolOffer[];
  /** Gives a new widget id, sealed to a conversation. */
  mint: (conversation: string) => string;
  /** false: nothing is shown to anybody; the reply says it in words. Default true. */
  widgetsEnabled?: boolean;
}

/** Binds what stays the same over all turns. */
export function createStages(deps: StageDeps): CreateStage {
  const { widgetsEnabled = true } = deps;
  return (request) => new Stage(widgetsEnabled ? request : { ...request, client: textOnly(request.client) }, deps);
}

/** A client of MUXI is shown nothing while the agent speaks. */
function textOnly(client: TurnClient | undefined): TurnClient | undefined {
  return client && { dialect: 'muxi' };
}

class Stage implements UiStage {
  readonly #request: StageRequest;
  readonly #uiTools: readonly ToolOffer[];
  readonly #produced: Produced = { widgets: [], questions: [], notes: [] };
  readonly #calls = new ToolCalls();
  readonly #apps: AppsOnStage;
  readonly #blocks: BlocksOnStage;
  readonly #envelopes: EnvelopesOnStage;
  #isOver = false;

  constructor(request: StageRequest, { apps, blocks, envelopes, uiTools, mint }: StageDeps) {
    this.#request = request;
    this.#uiTools = uiTools;
    const made = { mint: () => mint(request.conversation), produced: this.#produced };
    this.#blocks = new BlocksOnStage(request, { registry: blocks, ...made });
    this.#envelopes = new EnvelopesOnStage(request, envelopes, made);
    this.#apps = new AppsOnStage(request, {
      ...{ keeper: apps, ...made },
      showBlock: (block) => 'block' in this.#blocks.show(block, 'mcp_server'),
      showEnvelope: (envelope) => this.#envelopes.tell(envelope),
    });
  }

  get blocksShown(): number {
    return this.#blocks.shown;
  }

  hear(fact: Fact): void | Promise<void> {
    switch (fact.type) {
      case 'tool_call':
        this.#request.tell?.(this.#calls.called(fact));
        this.#envelopes.called(fact);
        this.#apps.called(fact);
        return;
      case 'tool_result':
      case 'mcp_result': {
        const keeping = this.#envelopes.answered(fact);
        return keeping ? keeping.then(() => this.#answered(fact)) : this.#answered(fact);
      }
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

  refusalOf(callId: string): CallRefusal | undefined {
    return this.#envelopes.refusalOf(callId);
  }

  modelView(result: unknown): unknown {
    return modelView(result, this.#envelopes.refOf(result));
  }

  show(candidate: CandidateBlock, provenance: Provenance): BlockOutcome {
    return this.#blocks.show(candidate, provenance);
  }

  settle(): Produced {
    this.#isOver = true;
    this.#blocks.settle();
    this.#envelopes.end();
    this.#apps.end();
    return this.#produced;
  }

  end(): Produced {
    this.settle();
    this.#blocks.end();
    return this.#produced;
  }

  #answered(fact: Extract<Fact, { type: 'tool_result' | 'mcp_result' }>): void | Promise<void> {
    this.#tellResult(fact);
    return fact.type === 'mcp_result' ? this.#apps.answered(fact) : undefined;
  }

  #tellResult(fact: Extract<Fact, { type: 'tool_result' | 'mcp_result' }>): void {
    const { tell } = this.#request;
    // A payload may be kept when the turn was cut short already.
    if (!tell || this.#isOver) return;
    for (const event of this.#calls.answered(fact, this.modelView(fact.result))) tell(event);
  }
}
