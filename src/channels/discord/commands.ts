import type { Command, CommandWords } from '../../protocol/turn-rules.ts';

/** An option that is text. docs.discord.com, Application Command Object, read 2026-11. */
const STRING_OPTION = 3;
/** Longest text of an option. The same page. */
const MAX_OPTION_CHARS = 6000;
/** What Discord takes as the name of a command, as far as it is the same in all languages. The same page. */
const NAME = /^[a-z0-9_-]{1,32}$/;

const ASK = {
  name: 'ask',
  description: 'Say something to the bot',
  options: [
    {
      type: STRING_OPTION,
      name: 'text',
      description: 'What you want to say',
      required: true,
      max_length: MAX_OPTION_CHARS,
    },
  ],
};

const DESCRIPTIONS: Readonly<Record<Command, string>> = {
  stop: 'Stop what the bot is doing',
  reset: 'Start over',
  help: 'What the bot can do',
};

/** What people find behind a `/`: one to say something with, and the formation's own words that begin with it. */
export function commandsFor(words: CommandWords): { name: string; description: string }[] {
  const commands: { name: string; description: string }[] = [ASK];
  for (const [command, its] of Object.entries(words) as [Command, readonly string[]][]) {
    for (const word of its) {
      const name = word.slice(1).toLowerCase();
      if (!word.startsWith('/') || !NAME.test(name) || commands.some((other) => other.name === name)) continue;
      commands.push({ name, description: DESCRIPTIONS[command] });
    }
  }
  return commands;
}
