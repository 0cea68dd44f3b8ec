import { element, linked } from '../dom.js';

/**
 * Shows what is known of a turn in its bubble, in the order in which it came. Only what has changed is drawn anew, so
 * whoever is about to press a button does not lose it.
 * @param {HTMLElement} bubble
 * @param {(part: object) => Node | undefined} draw any part but text; nothing = it shows nowhere
 */
export function turnView(bubble, draw) {
  const place = element('div', { class: 'parts' });
  bubble.prepend(place);
  let shown = [];
  return {
    show({ parts, end }) {
      const isKept = ({ part }, index) => part.type === parts[index]?.type && part.id === parts[index]?.id;
      const keptCount = shown.findIndex((known, index) => !isKept(known, index));
      for (const { node } of keptCount === -1 ? [] : shown.splice(keptCount)) node.remove();
      shown = parts.map((part, index) => (shown[index]?.part === part ? shown[index] : shownPart(part, index)));
      if (!this.isEmpty()) bubble.querySelector('.typing')?.remove();
      if (end?.type !== 'done') return;
      for (const { part, node } of shown) if (part.type === 'text') node.replaceChildren(...linked(node.textContent));
    },
    /** Whether nothing of it can be seen. */
    isEmpty: () => place.querySelector(':scope > :not([hidden])') === null,
  };

  function shownPart(part, index) {
    const known = shown[index]?.node;
    const node = part.type === 'text' ? textNode(part, shown[index], index === 0) : drawn(part);
    if (known === undefined) place.append(node);
    else if (known !== node) known.replaceWith(node);
    return { part, node };
  }

  function drawn(part) {
    return draw(part) ?? element('span', { hidden: true });
  }
}

/** The text grows where it stands. A blank line between two paragraphs is none between a card and what follows it. */
function textNode({ text }, known, isFirst) {
  const node = known?.node ?? element('p', { class: 'text', dir: 'auto' });
  const before = known?.part.text ?? '';
  const shownOf = (whole) => (isFirst ? whole : whole.trimStart());
  if (node.lastChild && text.startsWith(before)) node.lastChild.appendData(text.slice(before.length));
  else node.textContent = shownOf(text);
  node.hidden = node.lastChild === null;
  return node;
}
