import { type ExternalAction, type ExternalRefusal, externalAction } from './external.ts';
import { type ModalAction, type ModalRefusal, modalAction } from './modal.ts';
import { type RouteAction, type RouteRefusal, routeAction } from './route.ts';
import { type SlashAction, type SlashRefusal, slashAction } from './slash.ts';

/** What an item of a block does when somebody chooses it. */
export type BlockAction = RouteAction | SlashAction | ModalAction | ExternalAction;

export type ActionRefusal = 'unknown_kind' | RouteRefusal | SlashRefusal | ModalRefusal | ExternalRefusal;

/** Checks an action of any kind, with exactly the fields of its kind. Gives a cleaned copy. */
export function blockAction(
  value: unknown,
  options: {
    /** Hosts that an external action may open. `any`: somebody else looks at that. */
    externalHosts: readonly string[] | 'any';
  },
): { action: BlockAction } | { refusal: ActionRefusal } {
  const kind: unknown = typeof value === 'object' && value !== null && 'kind' in value ? value.kind : undefined;
  switch (kind) {
    case 'route':
      return routeAction(value);
    case 'slash':
      return slashAction(value);
    case 'modal':
      return modalAction(value);
    case 'external':
      return externalAction(value, options.externalHosts);
    default:
      return { refusal: 'unknown_kind' };
  }
}
