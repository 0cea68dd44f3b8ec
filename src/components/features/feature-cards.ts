import { type FeatureCard, readFeatureCards } from '../../client/blocks/feature-cards.ts';
import { reportBlockAction } from '../../client/blocks/report-action.ts';
import type { ArrivedBlock } from '../../client/turn/turn-state.ts';
import { DEFAULT_EXTERNAL_HOSTS } from '../../protocol/ui/block-actions/external.ts';
import { element } from '../base/element.ts';
import { FootbridgeElement } from '../base/footbridge-element.ts';
import { type ComponentHost, warn } from '../host/component-host.ts';
import { FEATURES_CSS } from './features-css.ts';
import { icon } from './icons.ts';
import { runAction } from './run-action.ts';

/**
 * `<footbridge-features>`: the items of a `minara.feature_recommendation` block. A press is told to the service beside
 * what it does, never before. `isDrawable` tells whether its data is such a block's at all.
 */
export class FootbridgeFeatures extends FootbridgeElement {
  #block: Pick<ArrivedBlock, 'id' | 'data'> | undefined;
  #host: ComponentHost = {};

  constructor() {
    super(FEATURES_CSS);
  }

  set block(block: Pick<ArrivedBlock, 'id' | 'data'>) {
    this.#block = block;
    this.changed();
  }

  set host(host: ComponentHost) {
    this.#host = host;
    this.changed();
  }

  static isDrawable(data: unknown): boolean {
    return readFeatureCards(data, { externalHosts: [] }) !== undefined;
  }

  protected draw(): void {
    const cards = readFeatureCards(this.#block?.data, {
      externalHosts: this.#host.externalHosts ?? DEFAULT_EXTERNAL_HOSTS,
    });
    const status = element('p', { class: 'quiet', role: 'status' });
    const items = (cards ?? []).map((card) => this.#card(card, status));
    const group = element('div', { class: 'features', role: 'group', 'aria-label': this.words('features') }, ...items);
    this.root.replaceChildren(group, status);
  }

  #card(card: FeatureCard, status: HTMLElement): HTMLElement {
    const { label, hint, icon: picture, checked } = card;
    const { action } = checked;
    const content = [
      icon(picture),
      element('span', { class: 'label', dir: 'auto' }, label),
      ...(hint === undefined ? [] : [element('span', { class: 'hint quiet', dir: 'auto' }, hint)]),
    ];
    const press = () => this.#press(card, status);
    if (action?.kind !== 'external') {
      return element('button', { class: 'feature', part: 'feature', type: 'button', click: press }, ...content);
    }
    // A link of the browser's own: whoever wants may see where it leads before they follow it.
    const { host } = new URL(action.url);
    content.push(element('span', { class: 'unseen' }, this.words('opens_elsewhere', { host })));
    const attributes = {
      class: 'feature',
      part: 'feature',
      href: action.url,
      target: '_blank',
      rel: 'noopener noreferrer',
    };
    return element('a', { ...attributes, click: press }, ...content);
  }

  #press({ id: itemId, checked }: FeatureCard, status: HTMLElement): void {
    const host = this.#host;
    const { action, refusal } = checked;
    if (!action) {
      warn(host, `An action of a block was refused: ${refusal}.`);
      status.textContent = this.words('not_allowed');
      return;
    }
    const outcome = runAction(action, host, (command) => this.tell('footbridge-command', { command }));
    if (outcome === 'undone') warn(host, `Nobody here can do an action of the kind '${action.kind}'.`);
    const said = { done: '', in_composer: this.words('in_composer'), undone: this.words('not_allowed') } as const;
    status.textContent = said[outcome];
    const { connection } = host;
    if (connection) reportBlockAction({ blockId: this.#block?.id ?? '', itemId, action: action.kind }, { connection });
  }
}
