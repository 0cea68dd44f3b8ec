import { exactFields } from './fields.ts';

/** Goes to a place of the web application, through its own router. */
export interface RouteAction {
  kind: 'route';
  /** Path, with query and fragment as it may be. */
  target: string;
}

export type RouteRefusal =
  | 'wrong_fields'
  | 'too_long'
  | 'not_a_path'
  | 'bad_character'
  | 'bad_encoding'
  | 'encoded_trap'
  | 'dot_segment'
  | 'leaves_origin';

const MAX_CHARS = 512;
const PRINTABLE = /^[!-~]*$/;
const BAD_ESCAPE = /%(?![0-9a-f]{2})/i;
const ESCAPES = /(?:%[0-9a-f]{2})+/gi;
/** In a path: what a browser or a server would take for `.`, `/`, `\` or a control character once it is decoded. */
const TRAP_IN_PATH = /%(?:2e|2f|5c|[01][0-9a-f]|7f)/i;
const CONTROL_ESCAPE = /%(?:[01][0-9a-f]|7f)/i;
const CONTROL = /\p{Cc}/u;
/** An origin that no application has; only whether it stays is looked at. */
const SOME_ORIGIN = 'https://app.invalid';

/**
 * Checks an action of the kind `route`. An accepted target cannot leave the application, however often somebody on its
 * way decodes it: no dot segment, no `//`, no backslash, no control character, also not as an escape of an escape. In
 * query and fragment, only control characters are looked for in escapes. Printable ASCII without spaces, at most 512
 * characters.
 */
export function routeAction(value: unknown): { action: RouteAction } | { refusal: RouteRefusal } {
  const target = exactFields(value, { needed: ['kind', 'target'] })?.target;
  if (typeof target !== 'string') return { refusal: 'wrong_fields' };
  const refusal = refusalOf(target);
  return refusal ? { refusal } : { action: { kind: 'route', target } };
}

/**
 * Where a target leads in an application at `appUrl`, e.g. `https://acme.example/app`. Nothing when it would leave that
 * origin or path.
 */
export function resolveRoute(appUrl: string, target: string): string | undefined {
  if (!URL.canParse(appUrl)) return undefined;
  const { origin, pathname } = new URL(appUrl);
  const prefix = pathname.replace(/\/+$/, '');
  const written = origin + prefix + target;
  if (!URL.canParse(written)) return undefined;
  const url = new URL(written);
  return url.origin === origin && url.pathname.startsWith(`${prefix}/`) ? url.href : undefined;
}

function refusalOf(target: string): RouteRefusal | undefined {
  if (target.length > MAX_CHARS) return 'too_long';
  if (!/^\/[A-Za-z0-9]/.test(target)) return 'not_a_path';
  if (!PRINTABLE.test(target) || target.includes('\\') || target.includes('//')) return 'bad_character';
  if (BAD_ESCAPE.test(target)) return 'bad_encoding';
  const end = target.search(/[?#]/);
  const path = end === -1 ? target : target.slice(0, end);
  const rest = end === -1 ? '' : target.slice(end);
  const refusal = inEveryLayer(path, pathRefusal) ?? inEveryLayer(rest, restRefusal);
  if (refusal) return refusal;
  return URL.canParse(target, SOME_ORIGIN) && new URL(target, SOME_ORIGIN).origin === SOME_ORIGIN
    ? undefined
    : 'leaves_origin';
}

/** Looks at a text, at what it is when decoded, and so on until nothing is left to decode. */
function inEveryLayer(text: string, look: (layer: string) => RouteRefusal | undefined): RouteRefusal | undefined {
  for (let layer = text; ; ) {
    const refusal = look(layer);
    if (refusal) return refusal;
    const next = decoded(layer);
    if (next === undefined) return 'bad_encoding';
    if (next === layer) return undefined;
    layer = next;
  }
}

/** Nothing when some escapes are no UTF-8. */
function decoded(text: string): string | undefined {
  try {
    return text.replace(ESCAPES, (escapes) => decodeURIComponent(escapes));
  } catch {
    return undefined;
  }
}

function pathRefusal(layer: string): RouteRefusal | undefined {
  if (TRAP_IN_PATH.test(layer) || CONTROL.test(layer)) return 'encoded_trap';
  // Some servers cut parameters off a segment: `..;x` is `..` to them.
  const parts = layer.split('/').flatMap((segment) => segment.split(';'));
  return parts.some((part) => part === '.' || part === '..') ? 'dot_segment' : undefined;
}

function restRefusal(layer: string): RouteRefusal | undefined {
  return CONTROL_ESCAPE.test(layer) || CONTROL.test(layer) ? 'encoded_trap' : undefined;
}
