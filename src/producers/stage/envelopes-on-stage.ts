import type { BlobStore } from '../../protocol/blob-store.ts';
import { reasonOf } from '../../protocol/errors.ts';
import type { Produced } from '../../protocol/produced.ts';
import { BROWSER_CHART_LIMITS, SERVER_CHART_LIMITS } from '../../protocol/ui/safe-chart/limits.ts';
import { MAX_ENVELOPES, type UiEnvelope } from '../../protocol/ui/ui-envelope.ts';
import type { CallRefusal, Fact, StageRequest } from '../../protocol/ui/ui-stage.ts';
import { type EnvelopeMaker, whole } from '../agent-ui/envelope-maker.ts';
import { JUNCTIONS_TOOL, type KeptJunctions, keepJunctions, payloadIn } from '../agent-ui/render-payload.ts';
import { widgetOf } from '../agent-ui/widget-of.ts';

export interface EnvelopeDeps {
  maker: EnvelopeMaker;
  /** Keeps what is too large for an envelope. Absent = nothing is kept. */
  blobs?: Pick<BlobStore, 'put'>;
  now: () => number;
}

type Call = Extract<Fact, { type: 'tool_call' }>;
type Named = Pick<Call, 'tool' | 'id'>;
type Result = Extract<Fact, { type: 'tool_result' | 'mcp_result' }>;

/**
 * The envelopes of one run of a turn. A client that speaks agent-ui has them as they are made; elsewhere they are
 * widgets of the reply. What cannot be one leaves a note, and its words behind the text.
 */
export class EnvelopesOnStage {
  readonly #request: StageRequest;
  readonly #deps: EnvelopeDeps;
  readonly #mint: () => string;
  readonly #produced: Produced;
  /** Calls whose results bring what they show. */
  readonly #awaiting: { id: string | undefined; words: { fallbackText?: string } }[] = [];
  /** References of payloads, by the results that they came with. */
  readonly #refs = new WeakMap<object, string>();
  /** By the ids of calls. */
  readonly #refused = new Map<string, CallRefusal>();
  #count = 0;
  #isOver = false;

  constructor(
    request: StageRequest,
    deps: EnvelopeDeps,
    { mint, produced }: { mint: () => string; produced: Produced },
  ) {
    this.#request = request;
    this.#deps = deps;
    this.#mint = mint;
    this.#produced = produced;
  }

  called({ tool, args, id }: Call): void {
    const limits = this.#request.client?.dialect === 'agent-ui' ? BROWSER_CHART_LIMITS : SERVER_CHART_LIMITS;
    const made = this.#deps.maker.ofCall({ tool, args }, limits);
    if (!made) return;
    if ('envelope' in made) this.#show(made.envelope, { tool, id });
    else if ('fault' in made) this.#refuse({ tool, id }, made.fault, made.fallbackText);
    else this.#awaiting.push({ id, words: made.fallbackText === undefined ? {} : { fallbackText: made.fallbackText } });
  }

  /** Keeps a payload of the result; gives nothing when it has none. */
  answered(fact: Result): Promise<void> | undefined {
    const payload = payloadIn(fact);
    return payload === undefined ? undefined : this.#keep(payload, fact);
  }

  /** Shows an envelope that is no tool's own. Gives whether this client has it now. */
  tell(envelope: UiEnvelope): boolean {
    return !this.#isOver && this.#count < MAX_ENVELOPES && this.#tell(envelope) !== undefined;
  }

  /** The reference under which the payload of this very result was kept. */
  refOf(result: unknown): string | undefined {
    return typeof result === 'object' && result !== null ? this.#refs.get(result) : undefined;
  }

  refusalOf(callId: string): CallRefusal | undefined {
    return this.#refused.get(callId);
  }

  /** What is kept from now on is shown no more. */
  end(): void {
    for (const { words } of this.#awaiting.splice(0)) {
      this.#refuse(
        { tool: JUNCTIONS_TOOL },
        'it names no render_ref, and its result carries no payload',
        words.fallbackText,
      );
    }
    this.#isOver = true;
  }

  async #keep(payload: unknown, { id, tool, result }: Result): Promise<void> {
    const at = this.#awaiting.findIndex((call) => id === undefined || call.id === undefined || call.id === id);
    const words = (at === -1 ? undefined : this.#awaiting.splice(at, 1)[0]?.words) ?? {};
    const kept = await this.#kept(payload);
    if (this.#isOver) return;
    if ('fault' in kept) {
      this.#refuse({ tool }, kept.fault, words.fallbackText);
      return;
    }
    const { ref, ...junctions } = kept;
    const params = ref === undefined ? {} : { render_ref: ref };
    const made = whole({ kind: 'map_action', surface: 'map_overlay', action: tool, params }, words);
    if ('envelope' in made) this.#show(made.envelope, { tool }, junctions);
    if (ref !== undefined) this.#refs.set(Object(result), ref);
  }

  async #kept(payload: unknown): Promise<KeptJunctions | { fault: string }> {
    const { channel, conversation, personId, client } = this.#request;
    const { blobs, now } = this.#deps;
    // Nobody else is told the reference, so nobody else could fetch it.
    if (client?.dialect !== 'agent-ui') return keepJunctions(payload, undefined);
    if (!blobs || personId === undefined) return { fault: 'nobody is there who could fetch its payload' };
    const owner = { channel, conversation, personId };
    try {
      return await keepJunctions(payload, { owner, blobs, nowMs: now() });
    } catch (error) {
      // The answer does not fail with its map.
      return { fault: `its payload could not be kept: ${reasonOf(error)}` };
    }
  }

  /** Gives the id under which the client has it now; nothing when it shows no envelopes. */
  #tell(envelope: UiEnvelope): string | undefined {
    const { turnId, run, client, tell } = this.#request;
    if (client?.dialect !== 'agent-ui' || !tell) return undefined;
    this.#count += 1;
    const envelopeId = `${turnId}.${run}.e${this.#count}`;
    tell({ type: 'envelope', envelopeId, createdAtMs: this.#deps.now(), envelope });
    return envelopeId;
  }

  #show(envelope: UiEnvelope, call: Named, junctions?: Omit<KeptJunctions, 'ref'>): void {
    if (this.#count === MAX_ENVELOPES) {
      this.#refuse(call, `a turn has ${MAX_ENVELOPES} envelopes at most`, envelope.fallbackText);
      return;
    }
    const shownId = this.#tell(envelope);
    if (shownId === undefined) this.#count += 1;
    const widget = widgetOf(envelope, shownId ?? this.#mint(), junctions);
    const shown = shownId !== undefined && { shownAs: envelope };
    this.#produced.widgets.push({ widget, provenance: 'tool_result', ...shown });
  }

  #refuse({ tool, id }: Named, fault: string, fallbackText: string | undefined): void {
    const said = fallbackText === undefined ? 'Nothing is shown in its place' : 'Its fallback text is said instead';
    const message = `The call of '${tool.slice(0, 64)}' shows nothing: ${fault}. ${said}.`;
    this.#produced.notes.push({ code: 'envelope_refused', message });
    if (id !== undefined) this.#refused.set(id, { message, isSaid: fallbackText !== undefined });
    if (fallbackText === undefined) return;
    this.#produced.words ??= [];
    this.#produced.words.push(fallbackText);
  }
}
