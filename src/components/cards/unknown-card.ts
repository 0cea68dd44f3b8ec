import type { ArrivedBlock } from '../../client/turn/turn-state.ts';
import { element } from '../base/element.ts';
import { FootbridgeElement } from '../base/footbridge-element.ts';

/** `<footbridge-unknown>`: a block that nobody here can draw, by its name and version; nothing of what is in it. */
export class FootbridgeUnknown extends FootbridgeElement {
  #block: Pick<ArrivedBlock, 'namespace' | 'block_type' | 'version'> | undefined;

  constructor() {
    super('.card { border-style: dashed; display: grid; justify-items: start; gap: 0.15rem; }');
  }

  set block(block: Pick<ArrivedBlock, 'namespace' | 'block_type' | 'version'>) {
    this.#block = block;
    this.changed();
  }

  protected draw(): void {
    const { namespace = '', block_type: type = '', version = '' } = this.#block ?? {};
    const name = [namespace, type].filter((part) => part !== '').join('.') || '?';
    this.root.replaceChildren(
      element(
        'div',
        { class: 'card', part: 'card' },
        element('strong', { dir: 'ltr' }, version === '' ? name : `${name} ${version}`),
        element('span', { class: 'quiet' }, this.words('unknown_block')),
      ),
    );
  }
}
