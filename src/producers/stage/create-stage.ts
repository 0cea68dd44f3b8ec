import type { ToolOffer } from '../../protocol/agent.ts';
import type { Produced } from '../../protocol/produced.ts';
import type { CreateStage, Fact, StageRequest, UiStage } from '../../protocol/ui/ui-stage.ts';
import { modelView } from '../model-view.ts';
import { type EnvelopeDeps, EnvelopesOnStage } from './envelopes-on-stage.ts';
import { ToolCalls } from './tool-calls.ts';

export interface StageDeps {
  envelopes: EnvelopeDeps;
  /** Tools whose calls an agent-ui client shows. */
  uiTools: readonly ToolOffer[];
  /** Gives a new widget id, sealed to a conversation. */
  mint: (conversation: string) => string;
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
  readonly #envelopes: EnvelopesOnStage;
  #isOver = false;

  constructor(request: StageRequest, { envelopes, uiTools, mint }: StageDeps) {
    this.#request = request;
    this.#uiTools = uiTools;
    const produced = this.#produced;
    this.#envelopes = new EnvelopesOnStage(request, envelopes, { mint: () => mint(request.conversation), produced });
  }

  get blocksShown(): number {
    return 0;
  }

  hear(fact: Fact): void | Promise<void> {
    switch (fact.type) {
      case 'tool_call':
        this.#request.tell?.(this.#calls.called(fact));
        this.#envelopes.called(fact);
        return;
      case 'tool_result':
      case 'mcp_result': {
        const keeping = this.#envelopes.answered(fact);
        if (keeping) return keeping.then(() => this.#tellResult(fact));
        return this.#tellResult(fact);
      }
      default:
    }
  }

  offers(): [] {
    return [];
  }

  tools(): readonly ToolOffer[] {
    return this.#request.client?.dialect === 'agent-ui' ? this.#uiTools : [];
  }

  modelView(result: unknown): unknown {
    return modelView(result, this.#envelopes.refOf(result));
  }

  show(): { refusal: 'ui_block_unknown_type'; message: string } {
    return { refusal: 'ui_block_unknown_type', message: 'There are no blocks.' };
  }

  end(): Produced {
    this.#isOver = true;
    this.#envelopes.end();
    return this.#produced;
  }

  #tellResult(fact: Extract<Fact, { type: 'tool_result' | 'mcp_result' }>): void {
    const { tell } = this.#request;
    // A payload may be kept when the turn was cut short already.
    if (!tell || this.#isOver) return;
    for (const event of this.#calls.answered(fact, this.modelView(fact.result))) tell(event);
  }
}
