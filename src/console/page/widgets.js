import { element } from './dom.js';

const RENDERERS = { options, action_link: actionLink, mcp_resource: mcpResource };

/**
 * A widget as a node; nothing for a type that this page does not know, which is no error.
 * `answer({message, ui_response})` sends what a person picked.
 */
export function renderWidget(widget, answer) {
  return Object.hasOwn(RENDERERS, widget?.type) ? RENDERERS[widget.type](widget, answer) : undefined;
}

function options(widget, answer) {
  const group = element('fieldset', { class: 'widget options' }, element('legend', {}, widget.prompt || 'Choose'));
  if (widget.multi) renderMulti(widget, group, answer);
  else renderSingle(widget, group, answer);
  return group;
}

function renderSingle({ id, options }, group, answer) {
  for (const { value, label } of options) {
    const press = () => {
      group.disabled = true;
      button.classList.add('is-picked');
      button.prepend('✓ ');
      answer({ message: label ?? value, ui_response: { id, value } });
    };
    const button = element('button', { type: 'button', class: 'choice', click: press }, label ?? value);
    group.append(button);
  }
}

function renderMulti({ id, options }, group, answer) {
  const boxes = options.map(({ value, label }) => {
    const box = element('input', { type: 'checkbox', change: () => refresh() });
    group.append(element('label', { class: 'choice' }, box, element('span', {}, label ?? value)));
    return { box, value, label: label ?? value };
  });
  const picked = () => boxes.filter(({ box }) => box.checked);
  const send = () => {
    const chosen = picked();
    group.disabled = true;
    button.textContent = '✓ Sent';
    answer({
      message: chosen.map(({ label }) => label).join(', '),
      ui_response: { id, value: chosen.map(({ value }) => value) },
    });
  };
  const button = element('button', { type: 'button', class: 'primary', click: send }, 'Send choice');
  const refresh = () => {
    button.disabled = picked().length === 0;
  };
  refresh();
  group.append(button);
}

function actionLink({ url, label, hint }) {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) return undefined;
  const { host } = new URL(url);
  return element(
    'a',
    { class: 'widget action-link', href: url, target: '_blank', rel: 'noopener noreferrer' },
    element('span', { class: 'action-label' }, label || host),
    ...(hint ? [element('span', { class: 'action-hint' }, hint)] : []),
    element('span', { class: 'action-host' }, host),
  );
}

/** The card names its source; what is inside is never run here. */
function mcpResource({ server, tool, mime_type: mime }) {
  return element(
    'div',
    { class: 'widget resource' },
    element('strong', {}, tool),
    element('span', {}, `A card from the MCP server “${server}”${mime ? `, ${mime}` : ''}.`),
  );
}
