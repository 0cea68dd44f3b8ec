import { type DeclaredUi, ORIGIN_LISTS, type OriginLists } from './declared-ui.ts';

/** What an app gets of what its document declares. */
export interface GrantedUi extends DeclaredUi {
  /** Hosts that it declares and an operator does not allow, each once. */
  withheldHosts: string[];
}

/** Narrows what apps declare to what an operator allows. */
export type GrantUi = (declared: DeclaredUi) => GrantedUi;

/**
 * `allowedHosts`: `host`, or `*.host` for all below it; any port of them. Absent = whatever an app declares. A declared
 * wildcard is granted where a wildcard allows all of it, and is otherwise left out as a whole.
 */
export function createGrantUi(allowedHosts: readonly string[] | undefined): GrantUi {
  if (!allowedHosts) return (declared) => ({ ...declared, withheldHosts: [] });
  const isAllowed = (host: string) =>
    allowedHosts.some((allowed) => host === allowed || (allowed.startsWith('*.') && host.endsWith(allowed.slice(1))));
  return (declared) => {
    const csp: OriginLists = {};
    const withheld = new Set<string>();
    for (const name of ORIGIN_LISTS) {
      const origins = declared.csp[name] ?? [];
      const granted = origins.filter((origin) => isAllowed(hostOf(origin)));
      if (granted.length > 0) csp[name] = granted;
      for (const origin of origins) if (!granted.includes(origin)) withheld.add(hostOf(origin));
    }
    return { ...declared, csp, withheldHosts: [...withheld] };
  };
}

/** Of an origin that is clean already, which may be a wildcard. */
function hostOf(origin: string): string {
  return origin.replace(/^[a-z]+:\/\//, '').replace(/:\d+$/, '');
}
