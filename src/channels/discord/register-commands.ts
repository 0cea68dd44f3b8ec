import { BridgeError } from '../../protocol/errors.ts';
import type { CommandWords } from '../../protocol/turn-rules.ts';
import { commandsFor } from './commands.ts';
import { loadDiscordJs } from './discord-js.ts';
import { TOKEN_REFUSED } from './health.ts';
import { type Answer, type CallRest, restApi } from './rest.ts';
import type { DiscordSettings } from './settings.ts';

/**
 * Puts our commands in the place of all that the application has registered for everywhere; done twice, it is the same.
 * Gives their names. Throws `commands_not_registered`.
 */
export async function registerCommands(
  settings: Pick<DiscordSettings, 'api_root' | 'token' | 'application_id'>,
  words: CommandWords,
): Promise<string[]> {
  const { rest } = await loadDiscordJs(settings);
  const call = restApi(rest, settings.token);
  const applicationId = settings.application_id || (await ownApplication(call));
  const commands = commandsFor(words);
  const answer = await call({
    method: 'PUT',
    path: `/applications/${applicationId}/commands`,
    body: commands,
  });
  if (answer.type !== 'yes') throw notRegistered(answer);
  return commands.map(({ name }) => `/${name}`);
}

async function ownApplication(call: CallRest): Promise<string> {
  const answer = await call({ method: 'GET', path: '/applications/@me' });
  if (answer.type !== 'yes') throw notRegistered(answer);
  const { id } = answer.result;
  if (typeof id === 'string') return id;
  throw failed('What answered /applications/@me is not the API of Discord. Check channels.discord.api_root');
}

/** "Unknown Application": the id is of another one than the token. docs.discord.com, read 2026-11. */
const UNKNOWN_APPLICATION = 10_002;

function notRegistered(answer: Exclude<Answer, { type: 'yes' }>): BridgeError {
  switch (answer.type) {
    case 'silence':
      return failed(`${answer.reason}. Try again, or check channels.discord.api_root`);
    case 'wait':
      return failed(`Discord asks to wait ${Math.ceil(answer.retryAfterMs / 1000)} s. Try again then`);
    case 'no': {
      if (answer.status === 401) return failed(TOKEN_REFUSED.replace(/\.$/, ''));
      const isAnother = answer.code === UNKNOWN_APPLICATION || answer.status === 403;
      const hint = isAnother ? '. Check channels.discord.application_id: it must be that of the token' : '';
      return failed(`Discord answered ${answer.code} (${answer.details})${hint}`);
    }
    default:
      return answer satisfies never;
  }
}

function failed(why: string): BridgeError {
  return new BridgeError('commands_not_registered', `The commands could not be registered: ${why}.`);
}
