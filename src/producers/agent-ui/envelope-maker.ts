import { jsonOnce } from '../../protocol/json-once.ts';
import { plainText } from '../../protocol/plain-text.ts';
import { schemaFaults } from '../../protocol/schema-faults.ts';
import { isEnvelope } from '../../protocol/ui/agent-ui/envelope-form.ts';
import { mapActions } from '../../protocol/ui/agent-ui/map-actions.ts';
import { harmInJson } from '../../protocol/ui/plain-json.ts';
import { type ChartLimits, SERVER_CHART_LIMITS } from '../../protocol/ui/safe-chart/limits.ts';
import { safeChart } from '../../protocol/ui/safe-chart/safe-chart.ts';
import {
  CHART_GRAMMAR,
  CHART_SURFACES,
  ENVELOPE_SCHEMA_VERSION,
  MAX_ENVELOPE_BYTES,
  MAX_FALLBACK_CHARS,
  type UiEnvelope,
} from '../../protocol/ui/ui-envelope.ts';
import type { WebComponent } from '../../protocol/ui/web-component.ts';
import { objectOf } from '../json-object.ts';
import type { Components } from './components.ts';

/** What a call shows, or why it shows nothing: a sentence's end that quotes nothing of the arguments. */
export type MadeEnvelope =
  | { envelope: UiEnvelope }
  /** `fallbackText` are the words that the call wanted to be said then. */
  | { fault: string; fallbackText?: string }
  /** Its result brings what it shows. */
  | { awaitsResult: true; fallbackText?: string };

export interface EnvelopeMaker {
  /**
   * What a call of a tool shows; nothing for a tool that shows nothing. Arguments alone count, never an agent's text.
   * `limits` are those of whoever draws a chart; absent = those of this server.
   */
  ofCall(call: { tool: string; args: unknown }, limits?: ChartLimits): MadeEnvelope | undefined;
}

type Args = Readonly<Record<string, unknown>>;
type Made = { envelope: Record<string, unknown> } | { fault: string };

/** Props and params may be deeper than any chart. The envelope around them is one level more, and clients take 32. */
const MAX_ARGS_DEPTH = 31;

/** Maps calls of tools to envelopes: those of `MAPPED_TOOLS`, and those that a component names. */
export function createEnvelopeMaker(about: { components: Components; mapLayers: readonly string[] }): EnvelopeMaker {
  const { components, mapLayers } = about;
  const make = new Map<string, (args: Args, limits: ChartLimits) => Made>([['show_chart', chart]]);
  const actions = mapActions(mapLayers);
  for (const [action, params] of actions) {
    make.set(action, (args) => {
      const parsed = params.safeParse(args);
      if (!parsed.success) return { fault: schemaFaults(parsed.error).join('; ') };
      return { envelope: { kind: 'map_action', surface: 'map_overlay', action, params: parsed.data } };
    });
  }
  if (!actions.has('apply_layer_style')) {
    make.set('apply_layer_style', () => ({ fault: 'no layer of the map is registered; name them in map_layers' }));
  }
  for (const component of components.values()) {
    if (component.tool !== undefined) make.set(component.tool, (args) => panel(component, args));
  }

  return {
    ofCall({ tool, args }, limits = SERVER_CHART_LIMITS) {
      const maker = make.get(tool);
      if (!maker) return undefined;
      const given = objectOf(args);
      if (!given) return { fault: 'its arguments are no object' };
      const { fallbackText, ...own } = given;
      const words = wordsIn(fallbackText);
      // A chart is checked as it is made anew.
      const harm =
        maker === chart ? undefined : harmInJson(own, { maxDepth: MAX_ARGS_DEPTH, maxNodes: MAX_ENVELOPE_BYTES });
      if (harm !== undefined) {
        return { fault: `its arguments hold more than JSON should: what was given ${harm}`, ...words };
      }
      if (words === undefined) return { fault: 'its fallbackText is no text' };
      if ((words.fallbackText?.length ?? 0) > MAX_FALLBACK_CHARS) {
        return { fault: `its fallbackText is longer than ${MAX_FALLBACK_CHARS} characters`, ...words };
      }
      if (tool === 'render_junctions' && !Object.hasOwn(own, 'render_ref')) return { awaitsResult: true, ...words };
      const made = maker(own, limits);
      return 'fault' in made ? { ...made, ...words } : whole(made.envelope, words);
    },
  };
}

/** An envelope of parts that were checked by themselves, depth and keys included; in the form and size that all have. */
export function whole(parts: Readonly<Record<string, unknown>>, words: { fallbackText?: string }): MadeEnvelope {
  const envelope: Record<string, unknown> = { schemaVersion: ENVELOPE_SCHEMA_VERSION, ...parts, ...words };
  if (!isEnvelope(envelope)) return { fault: 'what it says makes no envelope', ...words };
  // It is written out for whoever is told it, anyway.
  if (Buffer.byteLength(jsonOnce(envelope)) <= MAX_ENVELOPE_BYTES) return { envelope };
  return {
    fault: `the envelope is larger than ${MAX_ENVELOPE_BYTES} bytes; put the data behind a render_ref`,
    ...words,
  };
}

function chart({ spec, data = null, surface = CHART_SURFACES[0], ...rest }: Args, limits: ChartLimits): Made {
  const [strange] = Object.keys(rest);
  if (strange !== undefined) return { fault: 'it takes spec, data, surface and fallbackText, nothing else' };
  if (!CHART_SURFACES.some((allowed) => allowed === surface)) return offSurface(CHART_SURFACES);
  const made = safeChart(spec, data, limits);
  if ('refusal' in made) return { fault: made.refusal };
  const { dataset, ...drawn } = made.option;
  return { envelope: { kind: 'chart', surface, grammar: CHART_GRAMMAR, spec: drawn, data: dataset ?? null } };
}

function panel({ name, surfaces, check }: WebComponent, { surface = surfaces[0], ...props }: Args): Made {
  if (!surfaces.some((allowed) => allowed === surface)) return offSurface(surfaces);
  const fault = check(props);
  return fault === undefined
    ? { envelope: { kind: 'registered_component', surface, component: name, props } }
    : { fault };
}

function offSurface(surfaces: readonly string[]): Made {
  return { fault: `it stands on ${surfaces.join(', ')} only` };
}

/** The words beside a call; nothing when they are none. */
function wordsIn(given: unknown): { fallbackText?: string } | undefined {
  if (given === undefined || given === null) return {};
  if (typeof given !== 'string') return undefined;
  const words = plainText(given);
  return words === '' ? {} : { fallbackText: words };
}
