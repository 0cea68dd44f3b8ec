import { element } from '../base/element.ts';

const NEAR_END_PX = 60;
/** Elements draw themselves in the next microtask, and what is in them in the one behind it. */
const DEEPEST = 4;

/** The list of a conversation. Its end stays in view whatever grows in it, unless its reader has scrolled up. */
export class ScrolledLog {
  readonly node = element('ol', { class: 'log', part: 'log' });
  /** What stands above the first message. */
  readonly above = element('div', { class: 'above' });
  /** What scrolls; a person without a mouse scrolls it with the keys. */
  readonly frame = element('div', { class: 'frame', tabindex: '0', role: 'log', part: 'frame' }, this.above, this.node);
  #isAtEnd = true;
  #lastTop = 0;

  constructor() {
    this.frame.addEventListener('scroll', () => this.#scrolled());
    const sizes = new ResizeObserver(() => this.#isAtEnd && this.toEnd());
    sizes.observe(this.frame);
    sizes.observe(this.node);
  }

  add(item: HTMLElement): void {
    this.node.append(item);
    this.toEnd();
  }

  toEnd(): void {
    this.#isAtEnd = true;
    this.frame.scrollTop = this.frame.scrollHeight;
    this.#lastTop = this.frame.scrollTop;
  }

  /** Puts items before all others. What is in view stays where it is. */
  async prepend(items: readonly HTMLElement[]): Promise<void> {
    // The event of the last scroll may be still to come.
    this.#scrolled();
    const first = this.node.firstElementChild;
    const topPx = () => first?.getBoundingClientRect().top ?? 0;
    const beforePx = topPx();
    this.node.prepend(...items);
    for (let depth = 0; depth < DEEPEST; depth++) await Promise.resolve();
    if (this.#isAtEnd || !first) this.toEnd();
    else this.frame.scrollTop += topPx() - beforePx;
  }

  clear(): void {
    this.node.replaceChildren();
    this.above.replaceChildren();
    this.toEnd();
  }

  /** Content that grows moves the end away from a reader who did nothing: only a reader who goes up leaves it. */
  #scrolled(): void {
    const { scrollHeight, scrollTop, clientHeight } = this.frame;
    const isNearEnd = scrollHeight - scrollTop - clientHeight < NEAR_END_PX;
    if (isNearEnd) this.#isAtEnd = true;
    else if (scrollTop < this.#lastTop) this.#isAtEnd = false;
    this.#lastTop = scrollTop;
  }
}
