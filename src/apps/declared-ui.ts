import { z } from 'zod';
import { HOST_PATTERN } from '../protocol/host-pattern.ts';

/** The lists of origins that an app's document may declare, `_meta.ui.csp` of the MCP Apps specification. */
export const ORIGIN_LISTS = ['connectDomains', 'resourceDomains', 'frameDomains', 'baseUriDomains'] as const;
export type OriginLists = { [Name in (typeof ORIGIN_LISTS)[number]]?: string[] | undefined };

/** What the browser may be asked for, `_meta.ui.permissions`, with its name in a permissions policy. */
export const PERMISSIONS = {
  camera: 'camera',
  microphone: 'microphone',
  geolocation: 'geolocation',
  clipboardWrite: 'clipboard-write',
} as const;
export type Permission = keyof typeof PERMISSIONS;

/** Origins of one list. */
const MAX_ORIGINS = 50;
const MAX_ORIGIN_CHARS = 255;
/**
 * What all of them may take of the policy's header, characters. A proxy in front of the sandbox may take 4 KB of headers
 * and no more: nginx, `proxy_buffer_size`, read 2026-11.
 */
const MAX_POLICY_CHARS = 3_000;
/** In so many directives an origin of a list stands. */
const DIRECTIVES: Readonly<Record<(typeof ORIGIN_LISTS)[number], number>> = {
  ...{ connectDomains: 1, resourceDomains: 5, frameDomains: 1, baseUriDomains: 1 },
};

/** `https://host`, `wss://host:port`, `https://*.example.com`. */
const ORIGIN = new RegExp(`^(?:https|wss)://${HOST_PATTERN}(?::\\d{1,5})?$`, 'i');

const lists = z.object(
  Object.fromEntries(ORIGIN_LISTS.map((name) => [name, z.array(z.string()).optional()])) as Record<
    (typeof ORIGIN_LISTS)[number],
    z.ZodOptional<z.ZodArray<z.ZodString>>
  >,
);

export const declaredUiSchema = z.object({
  csp: lists,
  permissions: z.array(z.enum(Object.keys(PERMISSIONS) as [Permission, ...Permission[]])),
  /** Whether the document wants a border around it. Absent = we decide. */
  prefersBorder: z.boolean().optional(),
  /** How many declared origins were left out, because they are none, or too many. */
  refusedOrigins: z.number().int(),
});

/** What an app's document declares, cleaned: every origin is one, and nothing else can stand in a policy. */
export type DeclaredUi = z.infer<typeof declaredUiSchema>;

/** Reads the `_meta` of a UI resource. Total: what is not as it must be is left out, so it is not granted. */
export function readDeclaredUi(meta: unknown): DeclaredUi {
  const ui = membersOf(membersOf(meta).ui);
  const csp: OriginLists = {};
  let refusedOrigins = 0;
  let charsLeft = MAX_POLICY_CHARS;
  for (const name of ORIGIN_LISTS) {
    const given = membersOf(ui.csp)[name];
    if (!Array.isArray(given)) continue;
    const origins = given.filter(isOrigin).map((origin) => origin.toLowerCase());
    const wanted = [...new Set(origins)];
    const kept = wanted.slice(0, MAX_ORIGINS).filter((origin) => {
      const chars = (origin.length + 1) * DIRECTIVES[name];
      if (chars > charsLeft) return false;
      charsLeft -= chars;
      return true;
    });
    refusedOrigins += given.length - origins.length + (wanted.length - kept.length);
    if (kept.length > 0) csp[name] = kept;
  }
  const wanted = membersOf(ui.permissions);
  const permissions = (Object.keys(PERMISSIONS) as Permission[]).filter((name) => isObject(wanted[name]));
  return {
    csp,
    permissions,
    refusedOrigins,
    ...(typeof ui.prefersBorder === 'boolean' && { prefersBorder: ui.prefersBorder }),
  };
}

function isOrigin(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_ORIGIN_CHARS && ORIGIN.test(value);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}
