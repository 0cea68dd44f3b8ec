import { byId, element } from './dom.js';

const OPEN = 'footbridge.panes';
const NARROW = '(max-width: 52rem)';
/** Below this a pane is no pleasure, so at first only as many are open as have it. */
const COMFORTABLE_PX = 320;

/**
 * Which panes are open: beside each other where there is room, one at a time on a phone. The choice is kept. A pane
 * whose platform is off is closed until somebody opens it.
 * @param {readonly {name: string, root: HTMLElement}[]} panes
 */
export function startColumns(panes) {
  const narrow = window.matchMedia(NARROW);
  const known = remembered(panes);
  const open = new Set(known ?? firstOf(panes));
  let front = panes[0].name;
  const buttons = new Map(panes.map((pane) => [pane.name, buttonOf(pane)]));
  byId('panes').replaceChildren(...buttons.values());
  narrow.addEventListener('change', show);
  show();

  function buttonOf({ name, root }) {
    const press = () => choose(name);
    const button = element(
      'button',
      { type: 'button', class: `pane-button for-${root.dataset.pane}`, click: press },
      name,
    );
    root.addEventListener('off', () => {
      if (!button.classList.contains('is-off')) button.append(element('small', {}, 'off'));
      button.classList.add('is-off');
      if (!known) close(name);
    });
    return button;
  }

  function choose(name) {
    if (narrow.matches) front = name;
    else if (open.has(name)) close(name);
    else open.add(name);
    if (!narrow.matches) localStorage.setItem(OPEN, JSON.stringify([...open]));
    show();
    panes.find((pane) => pane.name === name)?.root.scrollIntoView({ inline: 'nearest', block: 'nearest' });
  }

  /** The last one stays: an empty page helps nobody. */
  function close(name) {
    if (open.size > 1) open.delete(name);
    show();
  }

  function show() {
    for (const { name, root } of panes) {
      const isShown = narrow.matches ? name === front : open.has(name);
      const isNew = isShown && root.hidden;
      root.hidden = !isShown;
      buttons.get(name).setAttribute('aria-pressed', String(isShown));
      // What came while nobody looked is at the end.
      const scroll = root.querySelector('.scroll');
      if (isNew && scroll) scroll.scrollTop = scroll.scrollHeight;
    }
  }
}

/** As many as fit, and two at least: a single one would hide what this page is about. */
function firstOf(panes) {
  const room = Math.floor(document.documentElement.clientWidth / COMFORTABLE_PX);
  return panes.slice(0, Math.max(2, room)).map(({ name }) => name);
}

function remembered(panes) {
  try {
    const names = JSON.parse(localStorage.getItem(OPEN) ?? '[]');
    const known = panes.map(({ name }) => name).filter((name) => names.includes(name));
    return known.length > 0 ? known : undefined;
  } catch {
    return undefined;
  }
}
