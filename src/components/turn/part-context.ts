import type { RenderStatus } from '../../client/agent-ui/report-render-status.ts';
import type { Dialect } from '../../protocol/ui/turn-client.ts';
import type { ComponentHost } from '../host/component-host.ts';
import type { FootbridgeMap } from '../maps/map-element.ts';
import type { Words } from '../words/words.ts';

/** What the parts of a turn are drawn with. */
export interface PartContext {
  dialect: Dialect;
  host: ComponentHost;
  words: Words;
  /** Labels of the answers so far, by the id of their question. */
  answered: ReadonlyMap<string, string>;
  /** All of the turn's text so far. */
  said: () => string;
  /** The turn was shown before: what was done on a map is not done again. */
  isReplay: boolean;
  /** Whether a single choice answers at once. */
  isInstant: boolean;
  /** The map on which actions are done. */
  map: () => FootbridgeMap;
  /** Tells the service how an envelope is shown, each once. */
  report: (envelopeId: string, status: RenderStatus) => void;
}
