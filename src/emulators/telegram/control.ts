import { isObject } from '../bounded-json.ts';
import { EmulatorMisuse } from '../misuse.ts';
import type { Fault } from './backstage.ts';
import { type FloodLimits, TELEGRAM_FLOOD_LIMITS } from './flood.ts';
import type { TelegramEmulator } from './index.ts';

type Arguments = Readonly<Record<string, unknown>>;

/**
 * The emulator's own API over HTTP: `POST /emulator/<action>` with named arguments as JSON, for tests in another process.
 * Each action is the method of the same name; users and chats are given by id.
 */
export async function runControl(emulator: TelegramEmulator, action: string, given: Arguments): Promise<unknown> {
  const actions: Record<string, () => unknown> = {
    person: () => emulator.person(text(given, 'name')),
    group: () => emulator.group(text(given, 'title')),
    supergroup: () => emulator.supergroup(text(given, 'title'), { isForum: given.is_forum === true }),
    channel: () => emulator.channel(text(given, 'title')),
    topic: () => emulator.topic(id(given, 'chat'), text(given, 'name')),
    sendText: () => emulator.sendText(id(given, 'from'), id(given, 'chat'), text(given, 'text'), extras(given)),
    edit: () => emulator.edit(id(given, 'from'), message(given), text(given, 'text')),
    press: () => emulator.press(id(given, 'from'), message(given), button(given)),
    chats: () => emulator.chats(),
    messages: () => emulator.messages(id(given, 'chat')),
    calls: () => emulator.calls,
    failNext: () => emulator.failNext(text(given, 'method'), fault(given)),
    limitRates: () => emulator.limitRates(rateLimits(given)),
    block: () => emulator.block(id(given, 'user')),
    unblock: () => emulator.unblock(id(given, 'user')),
    deactivate: () => emulator.deactivate(id(given, 'user')),
    migrate: () => emulator.migrate(id(given, 'group')),
  };
  const run = Object.hasOwn(actions, action) ? actions[action] : undefined;
  if (!run) throw new EmulatorMisuse(`There is no action "${action}". There are: ${Object.keys(actions).join(', ')}.`);
  return (await run()) ?? true;
}

function text(given: Arguments, name: string): string {
  const value = given[name];
  if (typeof value !== 'string') throw new EmulatorMisuse(`"${name}" must be a string.`);
  return value;
}

function id(given: Arguments, name: string): number {
  const value = given[name];
  if (typeof value !== 'number') throw new EmulatorMisuse(`"${name}" must be the numeric id of a user or chat.`);
  return value;
}

function message(given: Arguments): { chat: number; message_id: number } {
  return { chat: id(given, 'chat'), message_id: id(given, 'message_id') };
}

function button(given: Arguments): number | string {
  const value = given.button;
  if (typeof value === 'number' || typeof value === 'string') return value;
  throw new EmulatorMisuse('"button" must be the number of a button or callback data.');
}

function extras({ thread_id: threadId, reply_to: replyTo }: Arguments): { threadId?: number; replyTo?: number } {
  return {
    ...(typeof threadId === 'number' ? { threadId } : {}),
    ...(typeof replyTo === 'number' ? { replyTo } : {}),
  };
}

function rateLimits({ limits }: Arguments): boolean | Partial<FloodLimits> {
  if (typeof limits === 'boolean') return limits;
  if (isObject(limits) && Object.entries(limits).every(([name, value]) => isFloodLimit(name, value))) return limits;
  throw new EmulatorMisuse(
    `"limits" must be true, false, or numbers above 0 by name: ${Object.keys(TELEGRAM_FLOOD_LIMITS).join(', ')}.`,
  );
}

function isFloodLimit(name: string, value: unknown): boolean {
  return Object.hasOwn(TELEGRAM_FLOOD_LIMITS, name) && typeof value === 'number' && value > 0;
}

function fault({ fault: value }: Arguments): Fault {
  if (value === 'reset' || value === 'lost' || value === 'hang' || typeof value === 'number') return value;
  if (isObject(value) && typeof value.error_code === 'number' && typeof value.description === 'string') {
    return { ...value, error_code: value.error_code, description: value.description };
  }
  throw new EmulatorMisuse('"fault" must be "reset", "lost", "hang", an HTTP status, or {error_code, description}.');
}
