// What `footbridge/client` gives. Nothing here runs when it is imported, so a bundler takes along only what is used.
export { type ChartTable, chartTable } from '../protocol/ui/safe-chart/chart-table.ts';
export { BROWSER_CHART_LIMITS } from '../protocol/ui/safe-chart/limits.ts';
export { safeChart } from '../protocol/ui/safe-chart/safe-chart.ts';
export { type MapAction, readMapAction } from './agent-ui/map-action.ts';
export { type Junction, junctionsIn } from './agent-ui/map-place.ts';
export { type HistoryPanel, readHistoryPanel, readScadaPanel, type ScadaPanel } from './agent-ui/panels.ts';
export { type ReadEnvelope, readEnvelope } from './agent-ui/read-envelope.ts';
export { type BlockRenderers, createBlockRenderers, type RenderBlock } from './blocks/block-renderers.ts';
export { type FeatureCard, readFeatureCards } from './blocks/feature-cards.ts';
export { blockIsDrawable } from './blocks/is-drawable.ts';
export { type BlockAction, reportBlockAction } from './blocks/report-action.ts';
export { type FollowEnd, type FollowOptions, followTurn } from './follow-turn.ts';
export { parseUiWidgets, type UIWidget } from './parse-ui-widgets.ts';
export { reduceAgentUi } from './reduce-agent-ui.ts';
export { reduceMuxi } from './reduce-muxi.ts';
export { reduceUbp } from './reduce-ubp.ts';
export { type ChatFrame, readEvents, SseParser } from './sse.ts';
export { isOver, NOTHING_YET, type TurnPart, type TurnState, textOf } from './turn/turn-state.ts';
