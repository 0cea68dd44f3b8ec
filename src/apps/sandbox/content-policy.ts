import { type DeclaredUi, type OriginLists, PERMISSIONS } from '../declared-ui.ts';
import type { SandboxPass } from './sandbox-pass.ts';

/**
 * The content security policy of an app, for a header: what its document declares, and nothing looser than the MCP Apps
 * specification gives one that declares nothing. The origins are clean already (`readDeclaredUi`).
 *
 * `'self'` is left out where the specification has it: nothing of an app's is served on the sandbox's origin. Forms go
 * nowhere; an app that has one handles it itself.
 */
export function contentPolicy(
  csp: OriginLists,
  { ancestor, framedBy }: Pick<SandboxPass, 'ancestor' | 'framedBy'>,
): string {
  const { connectDomains = [], resourceDomains = [], frameDomains = [], baseUriDomains = [] } = csp;
  const directives: [string, ...string[]][] = [
    ['default-src', "'none'"],
    ['script-src', "'unsafe-inline'", ...resourceDomains],
    ['style-src', "'unsafe-inline'", ...resourceDomains],
    ['img-src', 'data:', ...resourceDomains],
    ['font-src', ...orNone(resourceDomains)],
    ['media-src', 'data:', ...resourceDomains],
    ['connect-src', ...orNone(connectDomains)],
    ['frame-src', ...orNone(frameDomains)],
    ['worker-src', "'none'"],
    ['object-src', "'none'"],
    ['base-uri', ...(baseUriDomains.length > 0 ? baseUriDomains : ["'self'"])],
    ['form-action', "'none'"],
    ['frame-ancestors', ancestor, ...framedBy],
  ];
  return directives.map((directive) => directive.join(' ')).join('; ');
}

/** What a frame may be given, for its `allow` attribute and for a header: what was declared, for this origin alone. */
export function permissionsPolicy({ permissions }: Pick<DeclaredUi, 'permissions'>): string {
  const granted = new Set<string>(permissions.map((name) => PERMISSIONS[name]));
  return Object.values(PERMISSIONS)
    .map((feature) => `${feature}=${granted.has(feature) ? '(self)' : '()'}`)
    .join(', ');
}

function orNone(origins: readonly string[]): readonly string[] {
  return origins.length > 0 ? origins : ["'none'"];
}
