import { FootbridgeApp } from './apps/app-element.ts';
import { FootbridgeUnknown } from './cards/unknown-card.ts';
import { FootbridgeChart } from './charts/chart-element.ts';
import { FootbridgeChat } from './chat/chat-element.ts';
import { FootbridgeChoices } from './choices/choices-element.ts';
import { FootbridgeFeatures } from './features/feature-cards.ts';
import { FootbridgeLink } from './links/link-card.ts';
import { FootbridgeMapAction } from './maps/map-action-card.ts';
import { FootbridgeMap } from './maps/map-element.ts';
import { FootbridgeHistoryPanel, FootbridgeScadaPanel } from './panels/panel-element.ts';
import { FootbridgeTurn } from './turn/turn-element.ts';

/** Registers the elements with the page. To call it again does nothing. */
export function defineElements(): void {
  const elements = {
    'footbridge-app': FootbridgeApp,
    'footbridge-chart': FootbridgeChart,
    'footbridge-choices': FootbridgeChoices,
    'footbridge-features': FootbridgeFeatures,
    'footbridge-history-panel': FootbridgeHistoryPanel,
    'footbridge-link': FootbridgeLink,
    'footbridge-map': FootbridgeMap,
    'footbridge-map-action': FootbridgeMapAction,
    'footbridge-scada-panel': FootbridgeScadaPanel,
    'footbridge-unknown': FootbridgeUnknown,
    'footbridge-turn': FootbridgeTurn,
    // Last: what it finds in the page it begins at once.
    'footbridge-chat': FootbridgeChat,
  };
  for (const [name, type] of Object.entries(elements)) {
    if (!customElements.get(name)) customElements.define(name, type);
  }
}
