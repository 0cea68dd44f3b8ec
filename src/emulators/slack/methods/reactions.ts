import type { Arguments } from '../arguments.ts';
import type { Backstage, Method } from '../backstage.ts';
import { readMessage, readRoom } from '../destination.ts';
import { withoutReaction, withReaction } from '../reactions.ts';
import { ApiRefusal } from '../refusal.ts';
import type { Workspace } from '../world.ts';

/** Methods by which the bot puts a reaction below a message and takes it away. */
export function reactionMethods({ world }: Backstage): Record<string, Method> {
  function read(given: Arguments, workspace: Workspace) {
    const room = readRoom(world, given, workspace);
    const name = given.required('name').replaceAll(':', '');
    if (!/^[a-z0-9_+'-]+$/.test(name)) throw new ApiRefusal('invalid_name');
    return { room, name, message: readMessage(room, given, 'timestamp') };
  }

  return {
    'reactions.add'(given, workspace) {
      const { room, name, message } = read(given, workspace);
      const changed = withReaction(message, name, workspace.bot.id);
      if (!changed) throw new ApiRefusal('already_reacted');
      room.messages.set(message.ts, changed);
      return {};
    },

    'reactions.remove'(given, workspace) {
      const { room, name, message } = read(given, workspace);
      const changed = withoutReaction(message, name, workspace.bot.id);
      if (!changed) throw new ApiRefusal('no_reaction');
      room.messages.set(message.ts, changed);
      return {};
    },
  };
}
