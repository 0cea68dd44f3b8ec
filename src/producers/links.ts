import type { AgentTurn } from '../protocol/agent-turn.ts';
import { plainLine } from '../protocol/plain-text.ts';
import type { Produced } from '../protocol/produced.ts';
import { addActionLink } from './action-link.ts';

/** A formation's `links:`, by credential service. */
export type ConfiguredLinks = ReadonlyMap<string, { label?: string; url: string; hint?: string }>;

const FALLBACK_SERVICE = 'credential_portal';

/** A credential is missing: the formation's link for that service, or for its credential portal. */
export function linkCredentialRedirect(
  { credential_redirect: redirect }: AgentTurn,
  { links, mint }: { links: ConfiguredLinks; mint: () => string },
  into: Produced,
): void {
  if (!redirect) return;
  const service = plainLine(redirect.service).slice(0, 64);
  const link = links.get(redirect.service) ?? links.get(FALLBACK_SERVICE);
  if (link) {
    addActionLink(link, { provenance: 'formation_config', source: `service '${service}'` }, mint, into);
    return;
  }
  into.notes.push({
    code: 'link_not_configured',
    message: `The agent asks for a credential of '${service}', but the formation has no link for it. Add links.${service}.url or links.${FALLBACK_SERVICE}.url.`,
  });
}
