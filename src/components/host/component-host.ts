import type { HistoryPanel, ScadaPanel } from '../../client/agent-ui/panels.ts';
import type { BlockRenderers } from '../../client/blocks/block-renderers.ts';
import type { Connection } from '../../client/connection.ts';
import type { ModalName } from '../../protocol/ui/block-actions/modal.ts';
import type { ComponentSurface } from '../../protocol/ui/ui-envelope.ts';
import type { AppFrame } from '../apps/app-frame.ts';
import type { FootbridgeMap } from '../maps/map-element.ts';

/**
 * What the page around gives the elements to act with. All of it may be missing: an action that nobody can do is refused
 * with a word to the person and a warning in the browser's console. Every action was checked before it comes here.
 */
export interface ComponentHost {
  /** Where the service is, for telemetry, render refs and render status. Absent = nothing is asked and told. */
  connection?: Connection | undefined;
  /** The session that the turns are of. */
  sessionId?: string | undefined;
  /** Goes to a path of the application, e.g. `/wallet?tab=1`, through its router. */
  navigate?: ((path: string) => void) | undefined;
  /** Puts a command into the composer. It must not send it. Default: the composer of the chat around. */
  fillComposer?: ((command: string) => void) | undefined;
  /** The dialogs that the application has. */
  modals?: Partial<Readonly<Record<ModalName, (params: Readonly<Record<string, unknown>>) => void>>> | undefined;
  /** Hosts that an external action may open, and no other. */
  externalHosts?: readonly string[] | undefined;
  /** The map on which map actions are done. Default: one of the chat's own, or of the turn's. */
  map?: FootbridgeMap | undefined;
  /** What stands in the built-in panels below their words: the readings, a live view. */
  panels?:
    | {
        HistoryPanel?: (panel: HistoryPanel) => Node | undefined;
        ScadaPanel?: (panel: ScadaPanel) => Node | undefined;
      }
    | undefined;
  /** Components of the application's own, by the names in `web_components` of the formation. */
  components?: Readonly<Record<string, HostComponent>> | undefined;
  /** Kinds of blocks that the page can draw; `createFootbridgeBlocks()` has the built-in ones. */
  blocks?: BlockRenderers<Node> | undefined;
  /** Puts a sandboxed app into its place; gives what ends it. Default: the service's own page of the app, in a frame. */
  mountApp?: ((place: HTMLElement, app: AppFrame) => () => void) | undefined;
  /** Default: a warning in the browser's console. It never holds what people wrote. */
  warn?: ((sentence: string) => void) | undefined;
}

/** A component of the application. */
export interface HostComponent {
  surfaces: readonly ComponentSurface[];
  /** Draws it. Nothing = its props are not what they should be. Must check them: they come from an agent. */
  draw(props: unknown, data: unknown): Node | undefined;
}

/** Tells whoever builds the page. */
export function warn({ warn: tell }: ComponentHost, sentence: string): void {
  if (tell) tell(sentence);
  // biome-ignore lint/suspicious/noConsole: for whoever builds the page; the person cannot do anything about it.
  else console.warn(sentence);
}
