import { harmInJson } from '../../protocol/ui/plain-json.ts';
import {
  type ChartEnvelope,
  type ComponentEnvelope,
  ENVELOPE_SCHEMA_VERSION,
  MAX_ENVELOPE_BYTES,
  type MapActionEnvelope,
  type UiEnvelope,
} from '../../protocol/ui/ui-envelope.ts';
import { type JsonObject, objectOf } from '../json.ts';

/** Longest words that stand for what cannot be shown. */
const MAX_FALLBACK_CHARS = 4_000;
/** Deepest nesting: a component's props may be deeper than a chart. */
const MAX_DEPTH = 32;

const SURFACES = {
  registered_component: ['chat_inline', 'side_panel', 'canvas', 'map_overlay'],
  chart: ['chat_inline', 'side_panel', 'canvas'],
  map_action: ['map_overlay'],
} as const;

const KEYS = {
  registered_component: ['component', 'props', 'data'],
  chart: ['grammar', 'spec', 'data'],
  map_action: ['action', 'params'],
} as const;
const COMMON_KEYS = ['schemaVersion', 'kind', 'surface', 'fallbackText'];

/** `unshowable` has the words to show instead, when the envelope brought some. */
export type ReadEnvelope = { envelope: UiEnvelope } | { unshowable: { fallbackText?: string } };

/**
 * Checks the shape of an envelope by its kind, exactly as `agent-ui@1` has it. What is inside (`spec`, `props`,
 * `params`) is for whoever shows it to check.
 */
export function readEnvelope(value: unknown): ReadEnvelope {
  const given = objectOf(value) ?? {};
  const fallbackText = fallbackIn(given);
  const envelope = envelopeIn(given);
  return envelope ? { envelope } : { unshowable: fallbackText === undefined ? {} : { fallbackText } };
}

/** Whatever else is wrong with it, its words can be shown. */
function fallbackIn({ fallbackText }: JsonObject): string | undefined {
  return typeof fallbackText === 'string' && fallbackText.trim() !== ''
    ? fallbackText.slice(0, MAX_FALLBACK_CHARS)
    : undefined;
}

function envelopeIn(given: JsonObject): UiEnvelope | undefined {
  const { kind, schemaVersion, surface, fallbackText } = given;
  if (schemaVersion !== ENVELOPE_SCHEMA_VERSION || !isKind(kind)) return undefined;
  if (!(SURFACES[kind] as readonly unknown[]).includes(surface)) return undefined;
  const allowed: readonly string[] = [...COMMON_KEYS, ...KEYS[kind]];
  if (Object.keys(given).some((key) => !allowed.includes(key))) return undefined;
  if (fallbackText !== undefined && typeof fallbackText !== 'string') return undefined;
  // Every value takes a byte at least. Keys of prototypes are refused at any depth.
  if (harmInJson(given, { maxDepth: MAX_DEPTH, maxNodes: MAX_ENVELOPE_BYTES }) !== undefined) return undefined;
  return isWhole(kind, given) ? (given as unknown as UiEnvelope) : undefined;
}

function isKind(kind: unknown): kind is UiEnvelope['kind'] {
  return typeof kind === 'string' && Object.hasOwn(SURFACES, kind);
}

function isWhole(kind: UiEnvelope['kind'], given: JsonObject): boolean {
  switch (kind) {
    case 'registered_component': {
      const { component, props } = given as Partial<ComponentEnvelope>;
      return isName(component) && props !== undefined;
    }
    case 'chart': {
      const { grammar, spec, data } = given as Partial<ChartEnvelope>;
      return grammar === 'echarts-safe-subset' && spec !== undefined && data !== undefined;
    }
    case 'map_action': {
      const { action, params } = given as Partial<MapActionEnvelope>;
      return isName(action) && params !== undefined;
    }
    default:
      return kind satisfies never;
  }
}

function isName(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}
