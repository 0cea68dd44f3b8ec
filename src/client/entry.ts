// What `footbridge/client` gives. Nothing here runs when it is imported, so a bundler takes along only what is used.
export { fetchJunctions } from './agent-ui/fetch-junctions.ts';
export { fetchMessages, type KeptEnvelope, type KeptMessage, type MessagePage } from './agent-ui/fetch-messages.ts';
export { type MapAction, readMapAction } from './agent-ui/map-action.ts';
export { type Junction, junctionsIn } from './agent-ui/map-place.ts';
export { type HistoryPanel, readHistoryPanel, readScadaPanel, type ScadaPanel } from './agent-ui/panels.ts';
export { type ReadEnvelope, readEnvelope } from './agent-ui/read-envelope.ts';
export { type RenderStatus, reportRenderStatus } from './agent-ui/report-render-status.ts';
export {
  type AskedQuestion,
  answerByIndex,
  answerByValue,
  answerSeveral,
  questionIn,
  type UIOption,
  type UiAnswer,
} from './answers/ui-answer.ts';
export { type BlockRenderers, createBlockRenderers, type RenderBlock } from './blocks/block-renderers.ts';
export { type FeatureCard, readFeatureCards } from './blocks/feature-cards.ts';
export { blockIsDrawable } from './blocks/is-drawable.ts';
export { type BlockAction, reportBlockAction } from './blocks/report-action.ts';
export { ChatError, type ChatErrorKind } from './chat-error.ts';
export type { Connection } from './connection.ts';
export { followTurn } from './follow-turn.ts';
export { parseUiWidgets, type UIWidget } from './parse-ui-widgets.ts';
export { reduceAgentUi } from './reduce-agent-ui.ts';
export { reduceMuxi } from './reduce-muxi.ts';
export { reduceUbp } from './reduce-ubp.ts';
export { type ChatFrame, readEvents, SseParser } from './sse.ts';
export type { AgentUiEvent, ChatEvents, MuxiEvent, TypedEvent, UbpEvent } from './stream/chat-event.ts';
export {
  type ChatOptions,
  type ChatStream,
  chatStream,
  type ResumeOptions,
  resumeStream,
  type StreamOptions,
} from './stream/chat-stream.ts';
export type { FollowEnd, FollowOptions } from './stream/follow-frames.ts';
export { isOver, NOTHING_YET, type TurnPart, type TurnState, textOf } from './turn/turn-state.ts';
