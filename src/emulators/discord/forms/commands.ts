import type { FormFault } from '../refusal.ts';
import { anything, type Check, flag, list, object, oneOf, text } from './shape.ts';

/** Limits: docs.discord.com/developers/interactions/application-commands, read 2026-11. */
const MAX_COMMANDS = 100;
const MAX_OPTIONS = 25;
const NAME = /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u;

const name: Check = (value, path, faults) => {
  text({ min: 1, max: 32 })(value, path, faults);
  if (typeof value === 'string' && value !== '' && (!NAME.test(value) || value !== value.toLowerCase())) {
    const message = 'Command name is invalid';
    faults.push({ path, code: 'APPLICATION_COMMAND_INVALID_NAME', message });
  }
};
const described = text({ min: 1, max: 100 });
const choice = object({ name: text({ min: 1, max: 100 }), value: anything });
const option: Check = (value, path, faults) =>
  object(
    { type: oneOf(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11), name, description: described },
    { required: flag, choices: list(choice, { max: 25 }), options: list(option, { max: MAX_OPTIONS }) },
  )(value, path, faults);

const slash = object({ name, description: described }, { options: list(option, { max: MAX_OPTIONS }) });
const menu = object({ name: text({ min: 1, max: 32 }), type: oneOf(2, 3) });

const command: Check = (value, path, faults) => {
  const type = (value as { type?: unknown } | null)?.type ?? 1;
  if (type === 1) slash(value, path, faults);
  else menu(value, path, faults);
};

/** What is wrong with one application command. */
export function checkCommand(value: unknown): FormFault[] {
  const faults: FormFault[] = [];
  command(value, '', faults);
  return faults;
}

/** What is wrong with a whole list of application commands. */
export function checkCommands(value: unknown): FormFault[] {
  const faults: FormFault[] = [];
  list(command, { max: MAX_COMMANDS })(value, '', faults);
  if (faults.length > 0 || !Array.isArray(value)) return faults;
  const names = new Set<string>();
  for (const [index, { name: own, type = 1 }] of value.entries()) {
    if (names.has(`${type} ${own}`)) {
      const message = 'Application command names must be unique';
      faults.push({ path: String(index), code: 'APPLICATION_COMMANDS_DUPLICATE_NAME', message });
    }
    names.add(`${type} ${own}`);
  }
  return faults;
}
