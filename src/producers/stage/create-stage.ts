import type { ToolOffer } from '../../protocol/agent.ts';
import type { Produced } from '../../protocol/produced.ts';
import type { CreateStage, Fact, StageRequest, UiStage } from '../../protocol/ui/ui-stage.ts';
import { modelView } from '../model-view.ts';
import { ToolCalls } from './tool-calls.ts';

/** Binds what stays the same over all turns. */
export function createStages({ uiTools = [] }: StageDeps = {}): CreateStage {
  return (request) => new Stage(request, uiTools);
}

interface StageDeps {
  /** Tools whose calls an agent-ui client shows. Default: none. */
  uiTools?: readonly ToolOffer[];
}

class Stage implements UiStage {
  readonly #request: StageRequest;
  readonly #uiTools: readonly ToolOffer[];
  readonly #produced: Produced = { widgets: [], questions: [], notes: [] };
  readonly #calls = new ToolCalls();

  constructor(request: StageRequest, uiTools: readonly ToolOffer[]) {
    this.#request = request;
    this.#uiTools = uiTools;
  }

  get blocksShown(): number {
    return 0;
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
    return modelView(result);
  }

  show(): { refusal: 'ui_block_unknown_type'; message: string } {
    return { refusal: 'ui_block_unknown_type', message: 'There are no blocks.' };
  }

  end(): Produced {
    return this.#produced;
  }
}
