import { linkUrl } from '../../protocol/link-url.ts';
import { element } from '../base/element.ts';
import { FootbridgeElement } from '../base/footbridge-element.ts';

/** A link that an agent's configuration or one of its tools vouched for. Unchecked. */
export interface LinkCard {
  url: unknown;
  label?: string | undefined;
  hint?: string | undefined;
}

/**
 * `<footbridge-link>`: a link with the host that it leads to, opened in a new tab. A URL that nobody may be sent to
 * (no http or https, a user name in it, invisible characters) is shown as its label alone.
 */
export class FootbridgeLink extends FootbridgeElement {
  #link: LinkCard | undefined;

  constructor() {
    super(LINK_CSS);
  }

  set link(link: LinkCard) {
    this.#link = link;
    this.changed();
  }

  protected draw(): void {
    if (!this.#link) {
      this.root.replaceChildren();
      return;
    }
    const { url: raw, label = '', hint = '' } = this.#link;
    const checked = linkUrl(raw);
    if ('refusal' in checked) {
      const card = element('div', { class: 'card', part: 'link' }, element('span', { dir: 'auto' }, label));
      card.append(element('p', { class: 'quiet' }, this.words('not_a_link')));
      this.root.replaceChildren(card);
      return;
    }
    const { host } = new URL(checked.url);
    this.root.replaceChildren(
      element(
        'a',
        { class: 'card link', part: 'link', href: checked.url, target: '_blank', rel: 'noopener noreferrer' },
        element('span', { class: 'label', dir: 'auto' }, label || host),
        element('span', { class: 'arrow', 'aria-hidden': 'true' }, '↗'),
        ...(hint === '' ? [] : [element('span', { class: 'hint quiet', dir: 'auto' }, hint)]),
        element('span', { class: 'host quiet', dir: 'ltr' }, host),
        element('span', { class: 'unseen' }, this.words('opens_elsewhere', { host })),
      ),
    );
  }
}

const LINK_CSS = `
.link {
  position: relative;
  display: grid;
  grid-template-columns: 1fr auto;
  gap: 0 0.75rem;
  color: var(--_ink);
  text-decoration: none;
  border-color: var(--_edge);
}
.link:hover { border-color: var(--_accent); }
.label { font-weight: 600; color: var(--_accent); }
.hint, .host { grid-column: 1; }
.label, .hint, .host { justify-self: start; }
.arrow { color: var(--_muted); }
:host(:dir(rtl)) .arrow { transform: scaleX(-1); }
`;
