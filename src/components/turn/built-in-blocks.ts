import { type BlockRenderers, createBlockRenderers } from '../../client/blocks/block-renderers.ts';
import { FootbridgeFeatures } from '../features/feature-cards.ts';
import type { ComponentHost } from '../host/component-host.ts';
import { drawApp } from './draw-part.ts';

/** Renderers of the blocks that this library draws. Register those of your own beside them, before the first message. */
export function createFootbridgeBlocks(host: ComponentHost): BlockRenderers<Node> {
  const blocks = createBlockRenderers<Node>();
  blocks.registerBlockRenderer('minara', 'feature_recommendation', 1, ({ id, data }) => {
    if (!FootbridgeFeatures.isDrawable(data)) return undefined;
    const node = new FootbridgeFeatures();
    node.host = host;
    node.block = { id, data };
    return node;
  });
  blocks.registerBlockRenderer('footbridge', 'mcp_app', 1, ({ data }) => drawApp(data, { host }));
  return blocks;
}
