import type { BlockAction } from '../../protocol/ui/block-actions/block-action.ts';
import type { ComponentHost } from '../host/component-host.ts';

/** `undone`: nobody here can do it. */
export type ActionOutcome = 'done' | 'in_composer' | 'undone';

/**
 * Does a checked action by what the page has for it. `offerCommand` asks the composer around to take a command; it gives
 * whether nobody did. An external link is the browser's own to open.
 */
export function runAction(
  action: BlockAction,
  host: ComponentHost,
  offerCommand: (command: string) => boolean,
): ActionOutcome {
  switch (action.kind) {
    case 'route':
      if (!host.navigate) return 'undone';
      host.navigate(action.target);
      return 'done';
    case 'slash':
      if (host.fillComposer) host.fillComposer(action.command);
      else if (offerCommand(action.command)) return 'undone';
      return 'in_composer';
    case 'modal': {
      const open = host.modals && Object.hasOwn(host.modals, action.name) ? host.modals[action.name] : undefined;
      if (!open) return 'undone';
      open(action.params ?? {});
      return 'done';
    }
    case 'external':
      return 'done';
    default:
      return action satisfies never;
  }
}
