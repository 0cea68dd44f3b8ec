import { registerCommands } from '../channels/discord/register-commands.ts';
import { discordSettings } from '../channels/discord/settings.ts';
import { type Finding, formatFinding } from '../formation/finding.ts';
import type { Formation } from '../formation/formation.ts';
import { BridgeError } from '../protocol/errors.ts';

/**
 * Registers the slash commands of a formation's bot with Discord, and gives the exit code. Throws `channel_off` without
 * a token, and `commands_not_registered`.
 */
export async function runDiscordCommands(options: {
  load: () => Promise<{ formation?: Formation; findings: readonly Finding[] }>;
  write: (line: string) => void;
}): Promise<0 | 1> {
  const { formation, findings } = await options.load();
  if (!formation) {
    for (const finding of findings) options.write(formatFinding(finding));
    return 1;
  }
  const settings = discordSettings.safeParse(formation.channels.get('discord')).data;
  if (!settings?.token) {
    throw new BridgeError(
      'channel_off',
      `The commands of formation '${formation.id}' cannot be registered: channels.discord has no token. Set one there, or name another formation's folder.`,
    );
  }
  const names = await registerCommands(settings, formation.turns.commands);
  options.write(`Registered ${names.join(', ')}. People see them within moments.`);
  return 0;
}
