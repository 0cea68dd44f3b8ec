// What `footbridge/components` gives. Nothing runs when it is imported: `defineElements()` registers the elements.
export { FootbridgeApp } from './apps/app-element.ts';
export type { AppFrame } from './apps/app-frame.ts';
export type { AppSaid } from './apps/app-page.ts';
export { FootbridgeUnknown } from './cards/unknown-card.ts';
export { type ChartContent, FootbridgeChart } from './charts/chart-element.ts';
export { FootbridgeChat } from './chat/chat-element.ts';
export { FootbridgeChoices } from './choices/choices-element.ts';
export { defineElements } from './define-elements.ts';
export { FootbridgeFeatures } from './features/feature-cards.ts';
export type { ComponentHost, HostComponent } from './host/component-host.ts';
export { FootbridgeLink, type LinkCard } from './links/link-card.ts';
export { FootbridgeMapAction, type MapTask } from './maps/map-action-card.ts';
export { FootbridgeMap, type MapOutcome } from './maps/map-element.ts';
export type { MapFeature, MapLayer, MapState } from './maps/map-state.ts';
export { FootbridgeHistoryPanel, FootbridgeScadaPanel } from './panels/panel-element.ts';
export { createFootbridgeBlocks } from './turn/built-in-blocks.ts';
export { FootbridgeTurn } from './turn/turn-element.ts';
