import type { WidgetType, WidgetTypes } from '../protocol/widget.ts';
import { actionLink } from './action_link/index.ts';
import { chart } from './chart/index.ts';
import { externalBlock } from './external_block/index.ts';
import { featureRecommendation } from './feature_recommendation/index.ts';
import { mapAction } from './map_action/index.ts';
import { mcpApp } from './mcp_app/index.ts';
import { mcpResource } from './mcp_resource/index.ts';
import { options } from './options/index.ts';
import { registeredComponent } from './registered_component/index.ts';

/** The widget types that come with Footbridge. */
export function allWidgets(): WidgetTypes {
  const types: WidgetType[] = [
    ...[options, actionLink, mcpResource],
    ...[mcpApp, featureRecommendation, externalBlock],
    ...[chart, mapAction, registeredComponent],
  ];
  return new Map(types.map((type) => [type.type, type]));
}
