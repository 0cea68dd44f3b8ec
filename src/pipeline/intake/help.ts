import type { Command, TurnRules } from '../../protocol/turn-rules.ts';
import type { Say } from '../sentences.ts';

const COMMANDS: readonly Command[] = ['stop', 'reset', 'help'];

/** What the bot is, and what it can be told to do, a line for each command. */
export function helpText(
  about: { description?: string | undefined; rules: Pick<TurnRules, 'commands'>; say: Say },
  locale: string | undefined,
): string {
  const lines = COMMANDS.flatMap((command) => {
    const [word] = about.rules.commands[command];
    return word === undefined ? [] : [about.say(`help_${command}`, locale, word)];
  });
  const description = about.description?.trim() ?? '';
  return description === '' ? lines.join('\n') : `${description}\n\n${lines.join('\n')}`;
}
