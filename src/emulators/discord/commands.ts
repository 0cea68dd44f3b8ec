import { checkCommand, checkCommands } from './forms/commands.ts';
import { invalidForm, refusal } from './refusal.ts';
import type { Snowflakes } from './snowflakes.ts';
import type { ApplicationCommand } from './wire.ts';

type Given = Readonly<Record<string, unknown>>;

/** Application commands, global ones and those of single guilds. */
export class Commands {
  readonly #applicationId: string;
  readonly #ids: Snowflakes;
  /** By guild id; the global ones under ''. */
  readonly #lists = new Map<string, ApplicationCommand[]>();

  constructor(applicationId: string, ids: Snowflakes) {
    this.#applicationId = applicationId;
    this.#ids = ids;
  }

  list(guildId = ''): ApplicationCommand[] {
    return this.#lists.get(guildId) ?? [];
  }

  /** What people see in a guild, or in direct messages: the guild's own before a global one of the same name. */
  find(name: string, guildId?: string): ApplicationCommand | undefined {
    const own = guildId === undefined ? [] : this.list(guildId);
    return [...own, ...this.list()].find((command) => command.name === name && command.type === 1);
  }

  /** Replaces the list. A command of the same name keeps its id. */
  replace(list: unknown, guildId = ''): ApplicationCommand[] {
    const faults = checkCommands(list);
    if (faults.length > 0) throw invalidForm(faults);
    const commands = (list as Given[]).map((given) => this.#made(given, guildId));
    this.#lists.set(guildId, commands);
    return commands;
  }

  /** Adds a command, or replaces the one of its name. */
  add(given: Given, guildId = ''): ApplicationCommand {
    const faults = checkCommand(given);
    if (faults.length > 0) throw invalidForm(faults);
    const command = this.#made(given, guildId);
    this.#lists.set(guildId, [...this.list(guildId).filter(({ id }) => id !== command.id), command]);
    return command;
  }

  get(id: string, guildId = ''): ApplicationCommand {
    const command = this.list(guildId).find((known) => known.id === id);
    if (!command) throw refusal('unknownCommand');
    return command;
  }

  remove(id: string, guildId = ''): void {
    this.get(id, guildId);
    this.#lists.set(
      guildId,
      this.list(guildId).filter((known) => known.id !== id),
    );
  }

  #made(given: Given, guildId: string): ApplicationCommand {
    const type = typeof given.type === 'number' ? given.type : 1;
    const name = String(given.name);
    const known = this.list(guildId).find((command) => command.name === name && command.type === type);
    return {
      default_member_permissions: null,
      nsfw: false,
      ...given,
      id: known?.id ?? this.#ids.next(),
      application_id: this.#applicationId,
      version: this.#ids.next(),
      type,
      name,
      description: type === 1 ? String(given.description) : '',
      ...(guildId === '' ? {} : { guild_id: guildId }),
    };
  }
}
