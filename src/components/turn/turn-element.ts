import { reportRenderStatus } from '../../client/agent-ui/report-render-status.ts';
import { NOTHING_YET, type TurnPart, type TurnState, textOf } from '../../client/turn/turn-state.ts';
import type { Dialect } from '../../protocol/ui/turn-client.ts';
import { element } from '../base/element.ts';
import { FootbridgeElement } from '../base/footbridge-element.ts';
import { FootbridgeChoices } from '../choices/choices-element.ts';
import type { ComponentHost } from '../host/component-host.ts';
import { FootbridgeMap } from '../maps/map-element.ts';
import { TEXT_CSS } from '../text/text-css.ts';
import { TextView } from '../text/text-view.ts';
import { drawPart } from './draw-part.ts';
import type { PartContext } from './part-context.ts';
import { TURN_CSS } from './turn-css.ts';
import { withoutChoices } from './without-choices.ts';

/**
 * `<footbridge-turn>`: all that is known of a turn, in the order in which it arrived. Set `state` as often as there is a
 * new one: only what has changed is drawn anew, so nobody loses the button that they are about to press.
 */
export class FootbridgeTurn extends FootbridgeElement {
  /** The dialect that the turn is read in. Set it before the state. */
  dialect: Dialect = 'muxi';
  /** Set it before the state. */
  host: ComponentHost = {};
  /** The turn was shown before. Set it before the state. */
  isReplay = false;

  #state: TurnState = NOTHING_YET;
  #answered: ReadonlyMap<string, string> = new Map();
  #shown: ShownPart[] = [];
  readonly #parts = element('div', { class: 'parts', part: 'parts' });
  readonly #reported = new Set<string>();
  #ownMap: FootbridgeMap | undefined;

  constructor() {
    super(TURN_CSS + TEXT_CSS);
    this.root.append(this.#parts);
  }

  /** Envelopes of which the service knows how they are shown: it is not told again. Set it before the state. */
  set reported(envelopeIds: Iterable<string>) {
    for (const id of envelopeIds) this.#reported.add(id);
  }

  /** Whether nothing of it can be seen, once it is drawn. */
  get isEmpty(): boolean {
    return this.#parts.querySelector(':scope > :not([hidden])') === null;
  }

  get state(): TurnState {
    return this.#state;
  }

  set state(state: TurnState) {
    this.#state = state;
    this.changed();
  }

  /** Labels of the answers so far, by the id of their question. */
  set answered(answered: ReadonlyMap<string, string>) {
    this.#answered = answered;
    for (const node of this.root.querySelectorAll('*')) {
      if (!(node instanceof FootbridgeChoices)) continue;
      const label = answered.get(node.question?.id ?? '');
      if (label !== undefined) node.answeredLabel = label;
    }
  }

  protected draw(): void {
    const { parts } = this.#state;
    const isKept = ({ part }: { part: TurnPart }, index: number) => isSamePart(part, parts[index]);
    const keptCount = this.#shown.findIndex((known, index) => !isKept(known, index));
    for (const { node } of keptCount === -1 ? [] : this.#shown.splice(keptCount)) node.remove();
    // A chart and an app take the width that there is.
    this.toggleAttribute('wide', parts.some(isWide));
    const context = this.#context();
    for (const [index, part] of parts.entries()) {
      const known = this.#shown[index];
      // What a text shows is also for what follows it to say.
      if (known?.part === part && part.type !== 'text') continue;
      const shown = part.type === 'text' ? this.#text(part.text, known, index === 0) : drawnPart(part, context);
      if (!known) this.#parts.append(shown.node);
      else if (known.node !== shown.node) known.node.replaceWith(shown.node);
      this.#shown[index] = { part, ...shown };
    }
  }

  /** The text grows where it stands. A blank line between two paragraphs is none between a card and what follows it. */
  #text(text: string, known: ShownPart | undefined, isFirst: boolean): Omit<ShownPart, 'part'> {
    const view = known?.view ?? new TextView(this.words);
    const { parts, end } = this.#state;
    const own = withoutChoices(isFirst ? text : text.trimStart(), parts);
    view.show(own, { isWhole: end !== undefined });
    return { node: view.node, view };
  }

  #context(): PartContext {
    const { dialect, host, isReplay, words } = this;
    return {
      ...{ dialect, host, isReplay, words },
      answered: this.#answered,
      said: () => textOf(this.#state),
      isInstant: this.hasAttribute('instant'),
      map: () => host.map ?? this.#mapHere(),
      report: (envelopeId, status) => {
        const { connection, sessionId } = host;
        if (!connection || sessionId === undefined || this.#reported.has(envelopeId)) return;
        this.#reported.add(envelopeId);
        void reportRenderStatus(connection, { sessionId, envelopeId, ...status });
      },
    };
  }

  #mapHere(): FootbridgeMap {
    if (this.#ownMap) return this.#ownMap;
    this.#ownMap = new FootbridgeMap();
    this.root.append(this.#ownMap);
    return this.#ownMap;
  }
}

function isWide(part: TurnPart): boolean {
  return part.type === 'envelope' || (part.type === 'block' && part.block.block_type === 'mcp_app');
}

function isSamePart(known: TurnPart, part: TurnPart | undefined): boolean {
  if (known.type !== part?.type) return false;
  return known.type === 'text' || part.type === 'text' || known.id === part.id;
}

interface ShownPart {
  part: TurnPart;
  node: ChildNode;
  /** Of a text. */
  view?: TextView;
}

function drawnPart(part: Exclude<TurnPart, { type: 'text' }>, context: PartContext): Omit<ShownPart, 'part'> {
  return { node: (drawPart(part, context) ?? document.createComment(part.type)) as ChildNode };
}
