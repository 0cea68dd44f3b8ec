import { isObject } from '../bounded-json.ts';
import { EmulatorMisuse } from '../misuse.ts';
import type { Fault } from './backstage.ts';
import type { DiscordEmulator } from './emulator.ts';
import type { MessageRef } from './people.ts';

type Given = Readonly<Record<string, unknown>>;

/**
 * The emulator's own API over HTTP: `POST /emulator/<action>` with named arguments as JSON, for tests in another process.
 * Each action is the method of the same name; people, channels and messages are given by id.
 */
export async function runControl(emulator: DiscordEmulator, action: string, given: Given): Promise<unknown> {
  const from = () => text(given, 'from');
  const channel = () => text(given, 'channel_id');
  const actions: Record<string, () => unknown> = {
    person: () => emulator.person(text(given, 'name')),
    channel: () => emulator.channel(text(given, 'name')),
    thread: () => emulator.thread(from(), channel(), text(given, 'name')),
    dm: () => emulator.dm(text(given, 'person')),
    sendText: () => emulator.sendText(from(), channel(), text(given, 'text')),
    mention: () => emulator.mention(from(), channel(), text(given, 'text')),
    edit: () => emulator.edit(from(), message(given), text(given, 'text')),
    press: () => emulator.press(from(), message(given), which(given, 'button')),
    select: () => emulator.select(from(), message(given), which(given, 'which'), picks(given)),
    slashCommand: () =>
      emulator.slashCommand(from(), channel(), text(given, 'name'), isObject(given.options) ? given.options : {}),
    channels: () => emulator.channels(),
    messages: () => emulator.messages(channel(), given.as === undefined ? {} : { as: text(given, 'as') }),
    pings: () => emulator.pings(message(given)),
    calls: () => emulator.calls,
    setInteractionsUrl: () => emulator.setInteractionsUrl(given.url === undefined ? undefined : text(given, 'url')),
    failNext: () => emulator.failNext(text(given, 'route'), fault(given)),
    limitRates: () => emulator.limitRates(given.limits === true),
    cutGateway: () => emulator.cutGateway(),
    invalidateSessions: () => emulator.invalidateSessions(),
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
  return { channel_id: text(given, 'channel_id'), id: text(given, 'id') };
}

function which(given: Given, name: string): number | string {
  const value = given[name];
  if (typeof value === 'number' || typeof value === 'string') return value;
  throw new EmulatorMisuse(`"${name}" must be a number or a custom_id.`);
}

function picks({ picks: values }: Given): (number | string)[] {
  const isPick = (value: unknown) => typeof value === 'number' || typeof value === 'string';
  if (Array.isArray(values) && values.every(isPick)) return values;
  throw new EmulatorMisuse('"picks" must be a list of option numbers or values.');
}

function fault({ fault: value }: Given): Fault {
  if (value === 'reset' || value === 'lost' || value === 'hang' || typeof value === 'number') return value;
  if (isObject(value) && typeof value.retryAfterSec === 'number') return { retryAfterSec: value.retryAfterSec };
  if (isObject(value) && typeof value.status === 'number' && typeof value.code === 'number') {
    return { status: value.status, code: value.code, message: String(value.message ?? 'Scripted') };
  }
  const shapes = '"reset", "lost", "hang", an HTTP status, {status, code, message} or {retryAfterSec}';
  throw new EmulatorMisuse(`"fault" must be ${shapes}.`);
}
