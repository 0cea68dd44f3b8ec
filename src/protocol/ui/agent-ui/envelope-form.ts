import {
  CHART_GRAMMAR,
  CHART_SURFACES,
  COMPONENT_SURFACES,
  ENVELOPE_SCHEMA_VERSION,
  type UiEnvelope,
} from '../ui-envelope.ts';

type Parts = Readonly<Record<string, unknown>>;

interface Form {
  surfaces: readonly unknown[];
  /** All keys that it may have. */
  keys: readonly string[];
  isWhole(given: Parts): boolean;
}

const COMMON_KEYS = ['schemaVersion', 'kind', 'surface', 'fallbackText'];

const FORMS: Readonly<Record<UiEnvelope['kind'], Form>> = {
  registered_component: {
    surfaces: COMPONENT_SURFACES,
    keys: [...COMMON_KEYS, 'component', 'props', 'data'],
    isWhole: ({ component, props }) => isName(component) && props !== undefined,
  },
  chart: {
    surfaces: CHART_SURFACES,
    keys: [...COMMON_KEYS, 'grammar', 'spec', 'data'],
    isWhole: ({ grammar, spec, data }) => grammar === CHART_GRAMMAR && spec !== undefined && data !== undefined,
  },
  map_action: {
    surfaces: ['map_overlay'],
    keys: [...COMMON_KEYS, 'action', 'params'],
    isWhole: ({ action, params }) => isName(action) && params !== undefined,
  },
};

/**
 * Whether something has the form of an envelope of `agent-ui@1`: one of its kinds, on a surface of that kind, with no
 * other keys. What is in it (the chart, the props, the params) has checks of its own.
 */
export function isEnvelope(given: Parts): given is Parts & UiEnvelope {
  const { kind, schemaVersion, surface, fallbackText } = given;
  if (schemaVersion !== ENVELOPE_SCHEMA_VERSION || typeof kind !== 'string' || !Object.hasOwn(FORMS, kind))
    return false;
  const form = FORMS[kind as UiEnvelope['kind']];
  if (!form.surfaces.includes(surface) || (fallbackText !== undefined && typeof fallbackText !== 'string'))
    return false;
  return Object.keys(given).every((key) => form.keys.includes(key)) && form.isWhole(given);
}

function isName(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}
