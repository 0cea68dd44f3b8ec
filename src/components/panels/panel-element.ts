import { type HistoryPanel, readHistoryPanel, readScadaPanel, type ScadaPanel } from '../../client/agent-ui/panels.ts';
import { element } from '../base/element.ts';
import { FootbridgeElement } from '../base/footbridge-element.ts';

const PANEL_CSS = `
dl { display: grid; grid-template-columns: auto 1fr; gap: 0.15rem 0.9rem; margin: 0.35rem 0 0; }
dt { color: var(--_muted); }
dd { margin: 0; }
slot, ::slotted(*) { margin-top: 0.6rem; }
`;

/** A card with a title, lines of a name and what it is, and below them what the page puts in. */
abstract class PanelElement<P> extends FootbridgeElement {
  #panel: P | undefined;

  constructor() {
    super(PANEL_CSS);
  }

  protected abstract titleOf(panel: P): string;
  protected abstract factsOf(panel: P): [name: string, text: string][];

  /** As `readHistoryPanel` and `readScadaPanel` of the client have it. */
  set panel(panel: P) {
    this.#panel = panel;
    this.changed();
  }

  protected draw(): void {
    const panel = this.#panel;
    if (panel === undefined) {
      this.root.replaceChildren();
      return;
    }
    const title = this.titleOf(panel);
    const lines = this.factsOf(panel).flatMap(([name, text]) => [
      element('dt', {}, name),
      element('dd', {}, element('bdi', {}, text)),
    ]);
    this.root.replaceChildren(
      element(
        'section',
        { class: 'card', part: 'card', 'aria-label': title },
        element('strong', {}, element('bdi', {}, title)),
        element('dl', {}, ...lines),
        element('slot'),
      ),
    );
  }
}

/** `<footbridge-history-panel>`: which readings of which devices, over which time. */
export class FootbridgeHistoryPanel extends PanelElement<HistoryPanel> {
  static readonly read = readHistoryPanel;

  protected titleOf(): string {
    return this.words('history_panel');
  }

  protected factsOf({ deviceIds, startMs, endMs, metric }: HistoryPanel): [string, string][] {
    const moment = (unixMs: number) =>
      new Date(unixMs).toLocaleString(this.language, { dateStyle: 'medium', timeStyle: 'short' });
    return [
      [this.words('devices'), deviceIds.join(', ')],
      [this.words('from'), moment(startMs)],
      [this.words('to'), moment(endMs)],
      ...(metric === undefined ? [] : [[this.words('metric'), metric] as [string, string]]),
    ];
  }
}

/** `<footbridge-scada-panel>`: which devices, as they are now. */
export class FootbridgeScadaPanel extends PanelElement<ScadaPanel> {
  static readonly read = readScadaPanel;

  protected titleOf({ title }: ScadaPanel): string {
    return title || this.words('scada_panel');
  }

  protected factsOf({ deviceIds }: ScadaPanel): [string, string][] {
    return [[this.words('devices'), deviceIds.join(', ')]];
  }
}
