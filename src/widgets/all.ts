import type { WidgetType, WidgetTypes } from '../protocol/widget.ts';
import { actionLink } from './action_link/index.ts';
import { externalBlock } from './external_block/index.ts';
import { featureRecommendation } from './feature_recommendation/index.ts';
import { mcpResource } from './mcp_resource/index.ts';
import { options } from './options/index.ts';

/** The widget types that come with Footbridge. */
export function allWidgets(): WidgetTypes {
  const types: WidgetType[] = [options, actionLink, mcpResource, featureRecommendation, externalBlock];
  return new Map(types.map((type) => [type.type, type]));
}
