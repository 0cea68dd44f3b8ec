import type { BlockType, DeclaredBlock } from '../../protocol/ui/block-type.ts';
import { externalBlock } from './external-block.ts';
import { featureRecommendationBlock } from './feature-recommendation.ts';
import { mcpAppBlock } from './mcp-app.ts';

/** The kinds of blocks that come with Footbridge, and those that a formation declares. */
export function allBlockTypes(options: {
  /** Where the web application is; absent = nowhere that a link could open. */
  appUrl: string | undefined;
  externalHosts: readonly string[];
  declared: readonly DeclaredBlock[];
}): BlockType[] {
  return [featureRecommendationBlock(options), mcpAppBlock, ...options.declared.map(externalBlock)];
}
