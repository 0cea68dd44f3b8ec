import { isObject } from '../bounded-json.ts';
import { EmulatorMisuse } from '../misuse.ts';
import type { Fault } from './backstage.ts';
import type { SlackEmulator } from './emulator.ts';
import type { MessageRef } from './people.ts';

type Given = Readonly<Record<string, unknown>>;

/**
 * The emulator's own API over HTTP: `POST /emulator/<action>` with named arguments as JSON, for tests in another process.
 * Each action is the method of the same name; people, channels and messages are given by id.
 */
export async function runControl(emulator: SlackEmulator, action: string, given: Given): Promise<unknown> {
  const actions: Record<string, () => unknown> = {
    person: () => emulator.person(text(given, 'name')),
    channel: () => emulator.channel(text(given, 'name'), { isPrivate: given.is_private === true }),
    dm: () => emulator.dm(text(given, 'person')),
    sendText: () => emulator.sendText(text(given, 'from'), text(given, 'channel'), text(given, 'text'), extras(given)),
    mention: () => emulator.mention(text(given, 'from'), text(given, 'channel'), text(given, 'text'), extras(given)),
    edit: () => emulator.edit(text(given, 'from'), message(given), text(given, 'text')),
    press: () => emulator.press(text(given, 'from'), message(given), button(given)),
    select: () => emulator.select(text(given, 'from'), message(given), text(given, 'which'), picks(given)),
    typeInto: () => emulator.typeInto(text(given, 'from'), message(given), text(given, 'which'), text(given, 'text')),
    slashCommand: () =>
      emulator.slashCommand(text(given, 'from'), text(given, 'channel'), text(given, 'command'), text(given, 'text')),
    channels: () => emulator.channels(),
    messages: () => emulator.messages(text(given, 'channel'), given.as === undefined ? {} : { as: text(given, 'as') }),
    calls: () => emulator.calls,
    failNext: () => emulator.failNext(text(given, 'method'), fault(given)),
    limitRates: () => emulator.limitRates(rateLimits(given)),
    disconnectSockets: () => emulator.disconnectSockets(),
    cutSockets: () => emulator.cutSockets(),
  };
  const run = Object.hasOwn(actions, action) ? actions[action] : undefined;
  if (!run) throw new EmulatorMisuse(`There is no action "${action}". There are: ${Object.keys(actions).join(', ')}.`);
  return (await run()) ?? true;
}

function text(given: Given, name: string): string {
  const value = given[name];
  if (typeof value !== 'string') throw new EmulatorMisuse(`"${name}" must be a string.`);
  return value;
}

function message(given: Given): MessageRef {
  return { channel: text(given, 'channel'), ts: text(given, 'ts') };
}

function button({ button: value }: Given): number | string {
  if (typeof value === 'number' || typeof value === 'string') return value;
  throw new EmulatorMisuse('"button" must be the number of a button or its action_id.');
}

function picks({ picks: values }: Given): (number | string)[] {
  const isPick = (value: unknown) => typeof value === 'number' || typeof value === 'string';
  if (Array.isArray(values) && values.every(isPick)) return values;
  throw new EmulatorMisuse('"picks" must be a list of option numbers or values.');
}

function extras({ thread_ts: threadTs }: Given): { threadTs?: string } {
  return typeof threadTs === 'string' ? { threadTs } : {};
}

function rateLimits({ limits }: Given): boolean | { perChannelPerSec: number } {
  if (typeof limits === 'boolean') return limits;
  const rate = isObject(limits) ? limits.perChannelPerSec : undefined;
  if (typeof rate === 'number' && rate > 0) return { perChannelPerSec: rate };
  throw new EmulatorMisuse('"limits" must be true, false or {perChannelPerSec} above 0.');
}

function fault({ fault: value }: Given): Fault {
  if (value === 'reset' || value === 'lost' || value === 'hang' || typeof value === 'number') return value;
  if (isObject(value) && typeof value.retryAfterSec === 'number') return { retryAfterSec: value.retryAfterSec };
  if (isObject(value) && typeof value.error === 'string') return { ...value, error: value.error };
  throw new EmulatorMisuse('"fault" must be "reset", "lost", "hang", an HTTP status, {error} or {retryAfterSec}.');
}
