import type { Command, CommandWords } from '../../protocol/turn-rules.ts';

/** Tells which command a text is; nothing when it is one for the agent. */
export type CommandIn = (text: string) => Command | undefined;

/** A command is the whole message. Letter case and the white space around it do not matter. */
export function createCommandIn(words: CommandWords): CommandIn {
  const commands = new Map<string, Command>();
  for (const [command, its] of Object.entries(words) as [Command, readonly string[]][]) {
    for (const word of its) commands.set(word.toLowerCase(), command);
  }
  const longest = Math.max(0, ...[...commands.keys()].map((word) => word.length));
  return (text) => {
    const trimmed = text.trim();
    return trimmed.length > longest ? undefined : commands.get(trimmed.toLowerCase());
  };
}
