import { element } from './dom.js';

const GAP_PX = 4;
let lastNumber = 0;

/**
 * A menu as chat apps have them: a button that opens a list above everything else. Arrow keys, Home, End, Enter, Space
 * and Escape work. One of several options is picked at once; of many, what is picked when the list closes.
 * @param {object} menu
 * @param {string} menu.label what is read out and shown while nothing is picked
 * @param {{label: string, hint?: string}[]} menu.options
 * @param {readonly number[]} menu.picked numbers of options
 * @param {boolean} menu.isMulti
 * @param {number} [menu.max] of options that may be picked
 * @param {string} [menu.face] shown in place of the label and of what is picked
 * @param {(picks: number[], button: HTMLButtonElement) => void} menu.pick
 */
export function menu({ label, options, picked, isMulti, max = options.length, face, pick }) {
  const id = `menu-${++lastNumber}`;
  let picks = new Set(picked);
  const button = element(
    'button',
    {
      type: 'button',
      class: 'menu',
      'aria-haspopup': 'listbox',
      'aria-expanded': 'false',
      popovertarget: id,
      keydown: openByArrow,
    },
    '',
  );
  const rows = options.map((option, index) =>
    element(
      'li',
      { role: 'option', tabindex: '-1', click: () => choose(index), mouseenter: () => rows[index].focus() },
      element('span', {}, option.label, ...(option.hint ? [element('small', {}, option.hint)] : [])),
    ),
  );
  const done = element('button', { type: 'button', class: 'menu-done', click: () => list.hidePopover() }, 'Done');
  const list = element(
    'div',
    { class: 'menu-list', id, popover: 'auto', keydown: move, beforetoggle: prepare, toggle: settle },
    element(
      'ul',
      { role: 'listbox', 'aria-label': label, 'aria-multiselectable': isMulti ? 'true' : undefined },
      ...rows,
    ),
    ...(isMulti ? [done] : []),
  );
  let before = '';
  let isChosen = false;
  show();
  return element('span', { class: 'menu-place' }, button, list);

  function choose(index) {
    if (!isMulti) {
      picks = new Set([index]);
      isChosen = true;
      list.hidePopover();
      return;
    }
    if (picks.has(index)) picks.delete(index);
    else if (picks.size < max) picks.add(index);
    show();
  }

  function show() {
    for (const [index, row] of rows.entries()) {
      row.setAttribute('aria-selected', String(picks.has(index)));
    }
    const names = sorted().map((index) => options[index].label);
    const words = face ?? (names.length > 0 ? names.join(', ') : label);
    button.replaceChildren(element('span', { class: 'menu-face' }, words));
    button.setAttribute('aria-label', names.length > 0 ? `${label}: ${names.join(', ')}` : label);
    button.classList.toggle('is-empty', names.length === 0);
    done.textContent = picks.size > 0 ? `Done (${picks.size})` : 'Done';
  }

  function sorted() {
    return [...picks].sort((a, b) => a - b);
  }

  function prepare({ newState }) {
    if (newState === 'open') before = sorted().join();
  }

  function settle({ newState }) {
    const isOpen = newState === 'open';
    button.setAttribute('aria-expanded', String(isOpen));
    if (isOpen) {
      place();
      (rows[sorted()[0] ?? 0] ?? done).focus();
      return;
    }
    show();
    // The same option again is a pick as well, since the first may have failed.
    if (isChosen || sorted().join() !== before) pick(sorted(), button);
    isChosen = false;
  }

  function openByArrow(event) {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    if (!list.matches(':popover-open')) list.showPopover();
  }

  /** Below the button, or above it where there is more room. */
  function place() {
    const at = button.getBoundingClientRect();
    const below = window.innerHeight - at.bottom;
    const isAbove = below < Math.min(list.offsetHeight + GAP_PX, at.top);
    list.style.minWidth = `${at.width}px`;
    list.style.maxHeight = `${(isAbove ? at.top : below) - 3 * GAP_PX}px`;
    list.style.left = `${Math.max(GAP_PX, Math.min(at.left, window.innerWidth - list.offsetWidth - GAP_PX))}px`;
    list.style.top = isAbove ? `${at.top - list.offsetHeight - GAP_PX}px` : `${at.bottom + GAP_PX}px`;
  }

  function move(event) {
    const stops = isMulti ? [...rows, done] : rows;
    const at = stops.indexOf(document.activeElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: stops.length - 1 }[event.key];
    if (next !== undefined) stops[Math.max(0, Math.min(next, stops.length - 1))].focus();
    else if ((event.key === 'Enter' || event.key === ' ') && rows[at]) choose(at);
    else return;
    event.preventDefault();
  }
}
