type Attribute = string | boolean | undefined | ((event: Event) => void);

/**
 * Makes an element. Children are nodes or strings; a string becomes text and is never read as markup. Functions listen
 * to the event of their name; `true` sets an attribute, `false` and nothing leave it out.
 */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, Attribute>> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') node.addEventListener(name, value);
    else if (value === true) node.setAttribute(name, '');
    else if (value !== undefined && value !== false) node.setAttribute(name, value);
  }
  node.append(...children);
  return node;
}
