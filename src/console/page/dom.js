/**
 * Makes an element. Children are nodes or strings; a string becomes text and is never read as markup.
 * @param {string} tag
 * @param {Record<string, string | boolean | ((event: Event) => void) | undefined>} attributes functions listen to the event of their name; `true` sets, `false` and `undefined` leave out
 * @param {...(Node | string)} children
 */
export function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') node.addEventListener(name, value);
    else if (value === true) node.setAttribute(name, '');
    else if (value !== undefined && value !== false) node.setAttribute(name, value);
  }
  node.append(...children);
  return node;
}

const URL_IN_TEXT = /https?:\/\/[^\s<>"]+[^\s<>".,:;!?)\]]/g;

/** A text as nodes, its web addresses as links that open beside this page. */
export function linked(text) {
  const nodes = [];
  let end = 0;
  for (const match of text.matchAll(URL_IN_TEXT)) {
    nodes.push(text.slice(end, match.index));
    nodes.push(link(match[0], {}, match[0]));
    end = match.index + match[0].length;
  }
  return [...nodes, text.slice(end)];
}

/** The element of this id, which the page is known to have. */
export function byId(id) {
  const node = document.getElementById(id);
  if (!node) throw new Error(`The page has no element "${id}".`);
  return node;
}

/** Shows the end of what scrolls, unless its reader has scrolled up. Call it before the content grows, and its result after. */
export function keepAtEnd(frame) {
  const isAtEnd = frame.scrollHeight - frame.scrollTop - frame.clientHeight < 60;
  return () => {
    if (isAtEnd) frame.scrollTop = frame.scrollHeight;
  };
}

/** A form whose text field sends on Enter and grows with its text. `send` gets what was typed, trimmed and not empty. */
export function composer(form, send) {
  const field = form.querySelector('textarea');
  const grow = () => {
    field.style.height = 'auto';
    field.style.height = `${field.scrollHeight}px`;
  };
  field.addEventListener('input', grow);
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    form.requestSubmit();
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const text = field.value.trim();
    if (text === '') return;
    field.value = '';
    grow();
    send(text);
  });
}

/** A link that opens beside this page. Only what opens a page or a mail; an address of another kind stays words. */
export function link(address, attributes = {}, ...children) {
  if (!/^(https?|mailto):/i.test(address)) return element('span', attributes, ...children);
  return element('a', { ...attributes, href: address, target: '_blank', rel: 'noopener noreferrer' }, ...children);
}

/** A time of day as the reader's country writes it. */
export function timeOfDay(unixMs) {
  return new Date(unixMs).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
}
