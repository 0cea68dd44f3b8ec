import type { UiAnswer } from '../client/answers/ui-answer.ts';
import { FootbridgeApp } from './apps/app-element.ts';
import type { AppSaid } from './apps/app-page.ts';
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

const ELEMENTS = {
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

type FootbridgeElements = { [Name in keyof typeof ELEMENTS]: InstanceType<(typeof ELEMENTS)[Name]> };

declare global {
  interface HTMLElementTagNameMap extends FootbridgeElements {}
  interface GlobalEventHandlersEventMap {
    /** A question was answered, and the page is to say so. Prevented = it was not taken, and stays open. */
    'footbridge-answer': CustomEvent<UiAnswer>;
    /** A command belongs into the composer, and is not to be sent. Prevented = it is there. */
    'footbridge-command': CustomEvent<{ command: string }>;
    /** The service knows nobody by the chat's token. Prevented = somebody gets a better one, and then calls `again`. */
    'footbridge-token-refused': CustomEvent<{ again: () => void }>;
    /** An app said something in the person's name. */
    'footbridge-app-said': CustomEvent<AppSaid>;
    /** A map shows something else. */
    'footbridge-map-shown': CustomEvent<object>;
  }
}

/** Registers the elements with the page. To call it again does nothing; nor does it where there is no page, as in Node. */
export function defineElements(): void {
  if (!globalThis.customElements) return;
  for (const [name, type] of Object.entries(ELEMENTS)) {
    if (!customElements.get(name)) customElements.define(name, type);
  }
}
