import { registerCommands } from '../channels/discord/register-commands.ts';
import { discordSettings } from '../channels/discord/settings.ts';
import type { CommandWords } from '../protocol/turn-rules.ts';

/**
 * What an operator does once on a real platform is done at every start on an emulated one: Discord gets the slash
 * commands of the formation.
 */
export async function prepareEmulated(
  platforms: ReadonlyMap<string, unknown>,
  formation: { turns: { commands: CommandWords } },
): Promise<void> {
  const discord = platforms.get('discord');
  if (discord) await registerCommands(discordSettings.parse(discord), formation.turns.commands);
}
