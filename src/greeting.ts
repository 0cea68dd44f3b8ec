import type { Formation } from './formation/formation.ts';
import type { Log } from './protocol/log.ts';

/** The host under which a browser on this machine reaches us: the wildcard addresses are none. */
export function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

/** What a newcomer should know, a line each. */
export function greetingOf(about: {
  url: string;
  formation: Formation;
  isOpen: boolean;
  hasAdminKeys: boolean;
  emulated: readonly string[];
}): string[] {
  const lines = [`Footbridge runs the formation '${about.formation.id}'. Open ${about.url} in a browser.`];
  if (about.emulated.length > 0) {
    lines.push(`Emulated here, because nothing in .env leads to the real one: ${about.emulated.join(', ')}.`);
  }
  if (about.isOpen) lines.push('The API is open to this machine, because FOOTBRIDGE_KEYS is not set.');
  if (about.isOpen && !about.hasAdminKeys) {
    lines.push("So are operators' routes, which show and delete what people wrote. FOOTBRIDGE_ADMIN_KEYS closes them.");
  }
  return lines;
}

export function warnOfOldNode(log: Log): void {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < 22) log.warn({ node: process.version }, 'this Node gets no more fixes; Node 24 is recommended');
}
