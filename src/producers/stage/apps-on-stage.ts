import type { Produced } from '../../protocol/produced.ts';
import type { AppKeeper, AppPlace } from '../../protocol/ui/app-keeper.ts';
import type { CandidateBlock } from '../../protocol/ui/block-type.ts';
import type { UiEnvelope } from '../../protocol/ui/ui-envelope.ts';
import type { Fact, StageRequest } from '../../protocol/ui/ui-stage.ts';
import type { Widget } from '../../protocol/widget.ts';
import { mcpAppEnvelope } from '../agent-ui/mcp-app-component.ts';
import { type UiResource, uiResourcesOf } from '../mcp-resource.ts';
import { mcpAppCandidate } from '../ui-block/mcp-app.ts';

/** Apps of one turn: each is kept, with its document, for days. */
const MAX_APPS = 8;

type Call = Extract<Fact, { type: 'tool_call' }>;
type Result = Extract<Fact, { type: 'mcp_result' }>;

/** Keeps the views that MCP servers show in one turn, so that they can be opened on a page of ours. */
export class AppsOnStage {
  readonly #request: StageRequest;
  readonly #keeper: AppKeeper;
  readonly #mint: () => string;
  readonly #produced: Produced;
  readonly #showBlock: (block: CandidateBlock) => boolean;
  readonly #showEnvelope: (envelope: UiEnvelope) => boolean;
  readonly #argsByCall = new Map<string, unknown>();
  #count = 0;
  #isOver = false;

  constructor(
    request: StageRequest,
    deps: {
      keeper: AppKeeper;
      mint: () => string;
      produced: Produced;
      /** Each gives whether the client has it now. */
      showBlock: (block: CandidateBlock) => boolean;
      showEnvelope: (envelope: UiEnvelope) => boolean;
    },
  ) {
    const { keeper, mint, produced } = deps;
    this.#request = request;
    this.#keeper = keeper;
    this.#mint = mint;
    this.#produced = produced;
    this.#showBlock = deps.showBlock;
    this.#showEnvelope = deps.showEnvelope;
  }

  called({ id, args }: Call): void {
    if (id !== undefined) this.#argsByCall.set(id, args);
  }

  /** Resolves once the views of this result are kept. */
  answered(fact: Result): void | Promise<void> {
    const resources = uiResourcesOf(fact.result);
    return resources.length === 0 ? undefined : this.#keepAll(fact, resources);
  }

  async #keepAll(fact: Result, resources: readonly UiResource[]): Promise<void> {
    for (const resource of resources) {
      if (++this.#count > MAX_APPS) return this.#note(fact, `a turn shows ${MAX_APPS} at most`);
      const place = await this.#keep(fact, resource);
      // The turn may have been cut short meanwhile.
      if (this.#isOver) return;
      if (place) this.#add(place, fact, resource);
    }
  }

  /** What is kept from now on is shown no more. */
  end(): void {
    this.#isOver = true;
  }

  async #keep(fact: Result, resource: UiResource): Promise<AppPlace | undefined> {
    const { channel, conversation, personId, isPreview } = this.#request;
    const owner = { channel, conversation, ...(personId !== undefined && { personId }) };
    if (isPreview) return this.#keeper.previewOf({ owner });
    const { server, tool, result } = fact;
    const args = fact.args ?? (fact.id === undefined ? undefined : this.#argsByCall.get(fact.id));
    try {
      const place = await this.#keeper.keep({ owner, server, tool, args, result, resource });
      if (!place) this.#note(fact, 'its document is larger than 8 MiB');
      return place;
    } catch {
      // The words of the answer are not lost for a view.
      this.#note(fact, 'it could not be kept');
      return undefined;
    }
  }

  #add({ token, url }: AppPlace, { server, tool }: Result, { uri }: UiResource): void {
    // A client that draws apps has it at once; whoever does not gets the link with the reply.
    const props = { app: token, url, server, tool };
    if (this.#request.client?.dialect === 'ubp' && this.#showBlock(mcpAppCandidate(props))) return;
    const envelope = mcpAppEnvelope(props);
    const shown = this.#showEnvelope(envelope) && { shownAs: envelope };
    const widget = { type: 'mcp_app', id: this.#mint(), ...props, resource: uri };
    const insteadOf = (other: Widget) =>
      other.type === 'mcp_resource' &&
      (['resource', 'server', 'tool'] as const).every((key) => Reflect.get(other, key) === widget[key]);
    this.#produced.widgets.push({ widget, provenance: 'mcp_server', insteadOf, ...shown });
  }

  #note({ server, tool }: Result, why: string): void {
    this.#produced.notes.push({
      code: 'app_not_kept',
      message: `The view of tool '${tool.slice(0, 64)}' (server '${server.slice(0, 64)}') cannot be opened on a page of ours: ${why}.`,
    });
  }
}
