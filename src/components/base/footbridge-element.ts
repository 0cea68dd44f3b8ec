import { type Words, wordsFor } from '../words/words.ts';
import { styleSheet } from './style-sheet.ts';
import { THEME_CSS } from './theme-css.ts';

/** Where there is no DOM, e.g. in Node, the module can be imported all the same; nothing can be made of it there. */
const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;

/**
 * An element of ours: an open shadow root with the theme and a sheet of its own, drawn once after all that was set in
 * the same task, and again whenever something is set.
 */
export abstract class FootbridgeElement extends Base {
  /** What a page set before the element was defined. The first field, so that those of the class are not in it. */
  #early = ownOf(this);
  protected readonly root: ShadowRoot;
  #isWaiting = false;

  protected constructor(css: string) {
    super();
    this.root = this.attachShadow({ mode: 'open' });
    this.root.adoptedStyleSheets = [styleSheet(THEME_CSS), styleSheet(css)];
  }

  connectedCallback(): void {
    // Now there are setters that hear of it, and fields that have their defaults.
    Object.assign(this, this.#early);
    this.#early = {};
    this.changed();
  }

  /** Shows what is set. Called only while the element is in a document. */
  protected abstract draw(): void;

  protected changed(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    queueMicrotask(() => {
      this.#isWaiting = false;
      if (this.isConnected) this.draw();
    });
  }

  /** In the language of the nearest `lang` around the element, else in that of the page or its reader. */
  protected get words(): Words {
    return wordsFor(this.language);
  }

  protected get language(): string {
    for (let node: Node | null = this; node; node = node.parentNode ?? (node as Partial<ShadowRoot>).host ?? null) {
      const language = node instanceof HTMLElement ? node.lang : '';
      if (isLanguage(language)) return language;
    }
    return navigator.language;
  }

  /** Tells whoever listens around; it passes out of shadow roots. Whether nobody has prevented what comes by default. */
  protected tell(name: string, detail: unknown): boolean {
    return this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable: true }));
  }
}

/** Takes what lies on an element itself, where it would stand before every setter. */
function ownOf(node: object): Readonly<Record<string, unknown>> {
  const own = Object.fromEntries(Object.entries(node));
  for (const name of Object.keys(own)) Reflect.deleteProperty(node, name);
  return own;
}

/** Whether browsers know what a tag means. Some pages write `en_US`, at which they throw. */
function isLanguage(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0 && tag !== '';
  } catch {
    return false;
  }
}
