import type { BlockAction } from './block-action.ts';

/** An argument of a command that is an amount. */
const NUMERIC = /^[+-]?[\d.,_]+%?$/;

/**
 * A text that is the same for two actions that lead to the same thing: routes by path and query, commands by verb and
 * arguments that are no numbers, dialogs by name and parameters, pages by their canonical URL. Keys of different kinds
 * are never the same.
 */
export function targetKey(action: BlockAction): string {
  switch (action.kind) {
    case 'route': {
      const { pathname, search } = new URL(action.target, 'https://app.invalid');
      return JSON.stringify(['route', decodeURIComponent(pathname).replace(/\/+$/, ''), search]);
    }
    case 'slash': {
      const [verb = '', ...args] = action.command.toLowerCase().trim().split(/\s+/);
      return JSON.stringify(['slash', verb, ...args.filter((arg) => !NUMERIC.test(arg))]);
    }
    case 'modal':
      return JSON.stringify(['modal', action.name, canonical(action.params ?? {})]);
    case 'external':
      return JSON.stringify(['external', new URL(action.url).href]);
  }
}

/** The same with the keys of every object in one order. */
function canonical(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(canonical);
  const entries = Object.entries(value).map(([key, member]) => [key, canonical(member)] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
