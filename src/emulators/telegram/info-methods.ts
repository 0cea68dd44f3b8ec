import { isObject } from '../bounded-json.ts';
import type { Backstage, Method } from './backstage.ts';
import { readRoom } from './destination.ts';
import type { Parameters } from './parameters.ts';
import { badRequest } from './refusal.ts';

/** At most 100 commands; 1-32 characters of lower case, digits and underscores. Telegram Bot API, setMyCommands, read 2026-11. */
const MAX_COMMANDS = 100;
const COMMAND = /^[a-z0-9_]{1,32}$/;
const MAX_DESCRIPTION_LENGTH = 256;

/** Downloads end at 20 MB. Telegram Bot API, getFile, read 2026-11. */
const MAX_DOWNLOAD_BYTES = 20 * 1024 * 1024;

interface Command {
  command: string;
  description: string;
}

/** Methods that tell something, or keep what the bot says about itself. */
export function infoMethods({ world }: Backstage): Record<string, Method> {
  let commands: Command[] = [];

  function getMe(): object {
    return {
      ...world.bot,
      can_join_groups: true,
      // Every message of a group reaches the bot, as if its privacy mode were off.
      can_read_all_group_messages: true,
      supports_inline_queries: false,
      can_connect_to_business: false,
      has_main_web_app: false,
    };
  }

  function setMyCommands(parameters: Parameters): true {
    const list = parameters.json('commands');
    if (!Array.isArray(list)) throw badRequest('parameter "commands" is required');
    if (list.length > MAX_COMMANDS) throw badRequest('BOT_COMMANDS_TOO_MUCH');
    commands = list.map(readCommand);
    return true;
  }

  function getMyCommands(): Command[] {
    return commands;
  }

  function getChat(parameters: Parameters): object {
    return {
      ...readRoom(world, parameters).chat,
      accent_color_id: 0,
      max_reaction_count: 11,
      accepted_gift_types: {
        unlimited_gifts: false,
        limited_gifts: false,
        unique_gifts: false,
        premium_subscription: false,
        gifts_from_channels: false,
      },
    };
  }

  function getFile(parameters: Parameters): object {
    const fileId = parameters.text('file_id');
    if (!fileId) throw badRequest('file_id not specified');
    const file = world.file(fileId);
    if (!file) throw badRequest('wrong file_id or the file is temporarily unavailable');
    if (file.bytes.byteLength > MAX_DOWNLOAD_BYTES) throw badRequest('file is too big');
    const { file_id, file_unique_id, file_size } = file.document;
    return { file_id, file_unique_id, file_size, file_path: `documents/${file_id}` };
  }

  return { getMe, setMyCommands, getMyCommands, getChat, getFile };
}

function readCommand(entry: unknown): Command {
  if (!isObject(entry)) throw badRequest("can't parse BotCommand: expected an Object");
  const { command, description } = entry;
  const name = typeof command === 'string' ? command.replace(/^\//, '') : '';
  if (!COMMAND.test(name)) throw badRequest('BOT_COMMAND_INVALID');
  if (typeof description !== 'string' || description === '' || description.length > MAX_DESCRIPTION_LENGTH) {
    throw badRequest('BOT_COMMAND_DESCRIPTION_INVALID');
  }
  return { command: name, description };
}
