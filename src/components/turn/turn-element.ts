import { reportRenderStatus } from '../../client/agent-ui/report-render-status.ts';
import { NOTHING_YET, type TurnPart, type TurnState } from '../../client/turn/turn-state.ts';
import type { Dialect } from '../../protocol/ui/turn-client.ts';
import { element } from '../base/element.ts';
import { FootbridgeElement } from '../base/footbridge-element.ts';
import { FootbridgeChoices } from '../choices/choices-element.ts';
import type { ComponentHost } from '../host/component-host.ts';
import { FootbridgeMap } from '../maps/map-element.ts';
import { drawPart } from './draw-part.ts';
import { linkedText } from './linked-text.ts';
import type { PartContext } from './part-context.ts';
import { TURN_CSS } from './turn-css.ts';

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
  #shown: { part: TurnPart; node: ChildNode }[] = [];
  readonly #parts = element('div', { class: 'parts', part: 'parts' });
  readonly #reported = new Set<string>();
  #ownMap: FootbridgeMap | undefined;

  constructor() {
    super(TURN_CSS);
    this.root.append(this.#parts);
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
    const { parts, end } = this.#state;
    const isKept = ({ part }: { part: TurnPart }, index: number) => isSamePart(part, parts[index]);
    const keptCount = this.#shown.findIndex((known, index) => !isKept(known, index));
    for (const { node } of keptCount === -1 ? [] : this.#shown.splice(keptCount)) node.remove();
    // A chart takes the width that there is.
    this.toggleAttribute(
      'wide',
      parts.some(({ type }) => type === 'envelope'),
    );
    const context = this.#context();
    for (const [index, part] of parts.entries()) {
      const known = this.#shown[index];
      if (known?.part === part) continue;
      const node =
        part.type === 'text'
          ? textNode(part.text, known, index === 0)
          : (drawPart(part, context) ?? document.createComment(part.type));
      if (!known) this.#parts.append(node);
      else if (known.node !== node) known.node.replaceWith(node);
      this.#shown[index] = { part, node: node as ChildNode };
    }
    if (end?.type !== 'done') return;
    for (const { part, node } of this.#shown) {
      if (part.type === 'text' && node instanceof HTMLElement && !node.querySelector('a'))
        node.replaceChildren(...linkedText(node.textContent ?? ''));
    }
  }

  #context(): PartContext {
    const { dialect, host, isReplay, words } = this;
    return {
      ...{ dialect, host, isReplay, words },
      answered: this.#answered,
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

function isSamePart(known: TurnPart, part: TurnPart | undefined): boolean {
  if (known.type !== part?.type) return false;
  return known.type === 'text' || part.type === 'text' || known.id === part.id;
}

/** The text grows where it stands. A blank line between two paragraphs is none between a card and what follows it. */
function textNode(text: string, known: { part: TurnPart; node: ChildNode } | undefined, isFirst: boolean): HTMLElement {
  const node =
    known?.node instanceof HTMLElement ? known.node : element('p', { class: 'text', part: 'text', dir: 'auto' });
  const before = known?.part.type === 'text' ? known.part.text : '';
  const last = node.lastChild;
  if (last instanceof Text && before !== '' && text.startsWith(before)) last.appendData(text.slice(before.length));
  else node.textContent = isFirst ? text : text.trimStart();
  node.hidden = node.textContent === '';
  return node;
}
