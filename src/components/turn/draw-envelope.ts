import { readMapAction } from '../../client/agent-ui/map-action.ts';
import { readEnvelope } from '../../client/agent-ui/read-envelope.ts';
import { COMPONENT_SURFACES, type ComponentEnvelope, type UiEnvelope } from '../../protocol/ui/ui-envelope.ts';
import { element } from '../base/element.ts';
import { FootbridgeChart } from '../charts/chart-element.ts';
import type { HostComponent } from '../host/component-host.ts';
import { FootbridgeMapAction } from '../maps/map-action-card.ts';
import { FootbridgeHistoryPanel, FootbridgeScadaPanel } from '../panels/panel-element.ts';
import { drawApp } from './draw-part.ts';
import type { PartContext } from './part-context.ts';

/** Draws an envelope, or the words that stand for it, and tells the service which. */
export function drawEnvelope({ id, envelope: given }: { id: string; envelope: unknown }, context: PartContext): Node {
  const read = readEnvelope(given);
  const node = 'envelope' in read ? nodeOf(id, read.envelope, context) : undefined;
  if (node) return node;
  context.report(id, { renderStatus: 'fallback' });
  const { fallbackText } = 'envelope' in read ? read.envelope : read.unshowable;
  return element('p', { class: 'card', dir: 'auto' }, fallbackText ?? context.words('unknown_ui'));
}

function nodeOf(id: string, envelope: UiEnvelope, context: PartContext): Node | undefined {
  switch (envelope.kind) {
    case 'chart':
      return rendered(id, chartOf(envelope), context);
    case 'registered_component':
      return rendered(id, componentOf(envelope, context), context);
    case 'map_action': {
      const action = readMapAction(envelope.action, envelope.params);
      if (!action) return undefined;
      const node = new FootbridgeMapAction();
      const { host, isReplay } = context;
      node.host = host;
      const error = 'What is behind the render_ref could not be had, or is not what it should be.';
      node.task = {
        ...{ action, fallbackText: envelope.fallbackText, map: context.map(), isReplay },
        report: (outcome) =>
          context.report(id, outcome === 'error' ? { renderStatus: outcome, error } : { renderStatus: outcome }),
      };
      return node;
    }
    default:
      return envelope satisfies never;
  }
}

function rendered(id: string, node: Node | undefined, { report }: PartContext): Node | undefined {
  if (node) report(id, { renderStatus: 'rendered' });
  return node;
}

function chartOf({ spec, data }: { spec: unknown; data: unknown }): Node | undefined {
  if (!FootbridgeChart.optionOf({ spec, data })) return undefined;
  const node = new FootbridgeChart();
  node.chart = { spec, data };
  return node;
}

/** A component that this page has, on a surface that it may stand on, with props that are its own. */
function componentOf({ component, surface, props, data }: ComponentEnvelope, context: PartContext): Node | undefined {
  const { components } = context.host;
  const own = components && Object.hasOwn(components, component) ? components[component] : undefined;
  const found = own ?? (Object.hasOwn(BUILT_IN, component) ? BUILT_IN[component]?.(context) : undefined);
  return found?.surfaces.includes(surface) ? found.draw(props, data) : undefined;
}

const BUILT_IN: Readonly<Record<string, (context: PartContext) => HostComponent>> = {
  HistoryPanel: ({ host }) => ({
    surfaces: COMPONENT_SURFACES,
    draw: (props) => panel(FootbridgeHistoryPanel.read(props), new FootbridgeHistoryPanel(), host.panels?.HistoryPanel),
  }),
  ScadaPanel: ({ host }) => ({
    surfaces: COMPONENT_SURFACES,
    draw: (props) => panel(FootbridgeScadaPanel.read(props), new FootbridgeScadaPanel(), host.panels?.ScadaPanel),
  }),
  McpApp: (context) => ({ surfaces: COMPONENT_SURFACES, draw: (props) => drawApp(props, context) }),
};

function panel<P>(
  read: P | undefined,
  node: HTMLElement & { panel: P },
  contentOf: ((panel: P) => Node | undefined) | undefined,
): Node | undefined {
  if (read === undefined) return undefined;
  node.panel = read;
  const content = contentOf?.(read);
  if (content) node.append(content);
  return node;
}
