import { element } from '../base/element.ts';

const NEAR_END_PX = 60;

/** The list of a conversation. Its end stays in view, unless its reader has scrolled up. */
export class ScrolledLog {
  readonly node = element('ol', { class: 'log', part: 'log' });
  /** What scrolls; a person without a mouse scrolls it with the keys. */
  readonly frame = element('div', { class: 'frame', tabindex: '0', role: 'log' }, this.node);

  add(item: HTMLElement): void {
    this.node.append(item);
    this.frame.scrollTop = this.frame.scrollHeight;
  }

  /** Before another one, which is absent when there is none. */
  insert(item: HTMLElement, before: Node | null): void {
    const atEnd = this.keepAtEnd();
    this.node.insertBefore(item, before);
    atEnd();
  }

  /** Call it before something grows, and its result after. */
  keepAtEnd(): () => void {
    const { scrollHeight, scrollTop, clientHeight } = this.frame;
    const isAtEnd = scrollHeight - scrollTop - clientHeight < NEAR_END_PX;
    return () => {
      if (isAtEnd) this.frame.scrollTop = this.frame.scrollHeight;
    };
  }

  clear(): void {
    this.node.replaceChildren();
  }
}
