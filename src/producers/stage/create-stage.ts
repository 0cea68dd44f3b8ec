import type { Produced } from '../../protocol/produced.ts';
import type { CreateStage, Fact, StageRequest, UiStage } from '../../protocol/ui/ui-stage.ts';
import { ToolCalls } from './tool-calls.ts';

/** Binds what stays the same over all turns. */
export function createStages(): CreateStage {
  return (request) => new Stage(request);
}

class Stage implements UiStage {
  readonly #request: StageRequest;
  readonly #produced: Produced = { widgets: [], questions: [], notes: [] };
  readonly #calls = new ToolCalls();

  constructor(request: StageRequest) {
    this.#request = request;
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

  show(): { refusal: 'ui_block_unknown_type'; message: string } {
    return { refusal: 'ui_block_unknown_type', message: 'There are no blocks.' };
  }

  end(): Produced {
    return this.#produced;
  }
}
