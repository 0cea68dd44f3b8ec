import { createBlockRenderers, readFeatureCards, reportBlockAction } from '/console/modules/client/entry.js';
import { identity } from '../api.js';
import { element } from '../dom.js';
import { word } from '../words.js';
import { unknownBlock } from './cards.js';
import { icon } from './icons.js';

/**
 * The blocks that this page draws.
 * @param {{app: ReturnType<import('./host-app.js').hostApp>, externalHosts: readonly string[]}} place
 */
export function pageBlocks({ app, externalHosts }) {
  const { registerBlockRenderer, clientCapabilityTokens, renderBlock } = createBlockRenderers();
  registerBlockRenderer('minara', 'feature_recommendation', 1, ({ id, data }) => {
    const items = readFeatureCards(data, { externalHosts });
    return (
      items &&
      element(
        'div',
        { class: 'widget features', role: 'group', 'aria-label': word('features') },
        ...items.map((item) => featureCard(id, item, app)),
      )
    );
  });
  return { capabilities: clientCapabilityTokens, draw: (block) => renderBlock(block) ?? unknownBlock(block) };
}

function featureCard(blockId, { id: itemId, label, hint, icon: picture, checked }, app) {
  const { action } = checked;
  const press = () => {
    if (!action) return app.refuse(checked.refusal);
    reportBlockAction({ blockId, itemId, action: action.kind }, { headers: identity() });
    if (action.kind === 'route') app.navigate(action.target);
    else if (action.kind === 'slash') app.fillComposer(action.command);
    else if (action.kind === 'modal') app.openDialog(action.name, action.params);
  };
  const content = [
    icon(picture),
    element('span', { class: 'feature-label', dir: 'auto' }, label),
    ...(hint ? [element('span', { class: 'feature-hint', dir: 'auto' }, hint)] : []),
  ];
  if (action?.kind !== 'external') {
    return element('button', { type: 'button', class: 'feature', click: press }, ...content);
  }
  // A link of the browser's own: whoever wants may see where it leads before they follow it.
  return element(
    'a',
    { class: 'feature', href: action.url, target: '_blank', rel: 'noopener noreferrer', click: press },
    ...content,
  );
}
