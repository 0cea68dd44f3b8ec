import { type Log, silentLog } from '../../protocol/log.ts';
import { Faults } from '../faults.ts';
import type { ApiCall, Backstage, EmulatorEvent, Fault, Method } from './backstage.ts';
import { CallbackQueries, type PressResult } from './callback-queries.ts';
import { runControl } from './control.ts';
import { FloodControl, type FloodLimits, TELEGRAM_FLOOD_LIMITS } from './flood.ts';
import { infoMethods } from './info-methods.ts';
import { locationMethods } from './location-methods.ts';
import { mediaMethods } from './media-methods.ts';
import { messageMethods } from './message-methods.ts';
import { Parameters } from './parameters.ts';
import { People, type SendExtras } from './people.ts';
import { ApiRefusal } from './refusal.ts';
import { type Reply, refused, startServer } from './server.ts';
import { updateMethods } from './update-methods.ts';
import { UpdateQueue } from './updates.ts';
import { Webhook } from './webhook.ts';
import type { Chat, Message, User } from './wire.ts';
import { idOf, type Ref, World } from './world.ts';

export type { Chat, EmulatorEvent, Message, User };

const MAX_CALLS = 1000;

const BOT: User = { id: 424242, is_bot: true, first_name: 'Emulated bot', username: 'emulated_bot' };

/**
 * A Telegram of its own: people, chats and one bot that any token speaks for.
 * People and chats come into being when they are first named. What a test asks for and Telegram would not
 * let a person do (a press on a button that is not there) throws `EmulatorMisuse`.
 */
export interface TelegramEmulator {
  /** Root of the Bot API, e.g. `http://127.0.0.1:40123`: what grammY calls `apiRoot`. */
  readonly url: string;
  readonly bot: User;
  /** The person of this first name. The id is that of the private chat with the bot as well. */
  person(name: string, fields?: Partial<User>): User;
  group(title: string): Chat;
  supergroup(title: string, options?: { isForum?: boolean }): Chat;
  channel(title: string): Chat;
  /** Makes a forum topic; gives its `message_thread_id`. */
  topic(chat: Ref, name: string): number;
  sendText(from: Ref, chat: Ref, text: string, extras?: SendExtras): Message;
  edit(from: Ref, message: { chat: Ref; message_id: number }, text: string): Message;
  /** See `People.press`. Resolves unanswered after 15 s. */
  press(from: Ref, message: { chat: Ref; message_id: number }, button: number | string): Promise<PressResult>;
  chats(): Chat[];
  /** What the chat shows now, edits included, oldest first. At most 500. */
  messages(chat: Ref): Message[];
  /** A file that was sent, by its `file_id`. Nothing when it is kept no more. */
  file(fileId: string): { mime: string; bytes: Uint8Array } | undefined;
  /** The last 1000 Bot API calls, oldest first. */
  readonly calls: readonly ApiCall[];
  /** The next call of this method goes wrong. Several queue up. */
  failNext(method: string, fault: Fault): void;
  /** From now on sends faster than these limits are answered with 429: `true` for Telegram's own, `false` for none. */
  limitRates(rateLimits: boolean | Partial<FloodLimits>): void;
  block(person: Ref): void;
  unblock(person: Ref): void;
  deactivate(person: Ref): void;
  /** Gives the supergroup that the group became. */
  migrate(group: Ref): Chat;
  /** Calls the listener at every event; the function that is returned ends that. */
  subscribe(listener: (event: EmulatorEvent) => void): () => void;
  close(): Promise<void>;
}

export interface TelegramEmulatorOptions {
  /** 0, the default, takes a free one. */
  port?: number;
  /** Unix milliseconds. */
  now?: () => number;
  log?: Log;
  /** Whether sends faster than Telegram allows are answered with 429. Off by default. */
  rateLimits?: boolean | Partial<FloodLimits>;
}

export async function createTelegramEmulator(options: TelegramEmulatorOptions = {}): Promise<TelegramEmulator> {
  const { port = 0, now = Date.now, log = silentLog, rateLimits = false } = options;
  const listeners = new Set<(event: EmulatorEvent) => void>();
  const world = new World(BOT, now);
  const updates = new UpdateQueue(log, now());
  const backstage: Backstage = {
    world,
    updates,
    webhook: new Webhook(updates, now, log),
    queries: new CallbackQueries(now),
    flood: new FloodControl(floodLimits(rateLimits), now),
    emit: (event) => {
      for (const listener of listeners) listener(event);
    },
  };
  const people = new People(backstage);
  const faults = new Faults<Fault>();
  const calls: ApiCall[] = [];
  const methods = new Map<string, { name: string; run: Method }>();
  for (const table of [
    messageMethods(backstage),
    mediaMethods(backstage),
    locationMethods(backstage),
    updateMethods(backstage),
    infoMethods(backstage),
  ]) {
    for (const [name, run] of Object.entries(table)) methods.set(name.toLowerCase(), { name, run });
  }

  async function call(name: string, values: Map<string, unknown>, signal: AbortSignal): Promise<Reply> {
    // Telegram does not mind the case of a method's name.
    const method = methods.get(name.toLowerCase());
    const parameters = new Parameters(values);
    const record: ApiCall = { method: method?.name ?? name, parameters: parameters.toObject(), atMs: now() };
    calls.push(record);
    if (calls.length > MAX_CALLS) calls.shift();
    const fault = faults.take(name);
    if (fault === 'reset') return 'cut';
    if (fault === 'hang') return 'silence';
    if (typeof fault === 'number') return { page: fault };
    try {
      if (fault !== undefined && fault !== 'lost')
        throw new ApiRefusal(fault.error_code, fault.description, fault.parameters);
      if (!method) throw new ApiRefusal(404, 'Not Found');
      record.answer = { ok: true, result: await method.run(parameters, signal) };
    } catch (error) {
      if (!(error instanceof ApiRefusal)) throw error;
      record.answer = refused(error);
    }
    return fault === 'lost' ? 'cut' : { answer: record.answer };
  }

  const server = await startServer({
    port,
    log,
    handlers: {
      call,
      control: (action, values) => runControl(emulator, action, values),
      file: (path) => world.file(path.replace(/^documents\//, ''))?.bytes,
    },
  });

  const emulator: TelegramEmulator = {
    url: server.url,
    bot: BOT,
    calls,
    person: (name, fields) => world.person(name, fields),
    group: (title) => world.chat('group', title),
    supergroup: (title, { isForum = false } = {}) => world.chat('supergroup', title, isForum ? { is_forum: true } : {}),
    channel: (title) => world.chat('channel', title),
    topic: (chat, name) => people.addTopic(chat, name).message_id,
    sendText: (from, chat, text, extras) => people.send(from, chat, text, extras),
    edit: (from, message, text) => people.edit(from, message, text),
    press: (from, message, button) => people.press(from, message, button),
    chats: () => world.rooms().map(({ chat }) => chat),
    messages: (chat) => [...(world.room(idOf(chat))?.messages.values() ?? [])].map(({ message }) => message),
    file(fileId) {
      const found = world.file(fileId);
      return found && { mime: found.document.mime_type ?? 'application/octet-stream', bytes: found.bytes };
    },
    failNext: (method, fault) => faults.add(method, fault),
    limitRates: (limits) => backstage.flood.set(floodLimits(limits)),
    block: (person) => people.setBlocked(person, true),
    unblock: (person) => people.setBlocked(person, false),
    deactivate: (person) => people.deactivate(person),
    migrate: (group) => people.migrate(group),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      backstage.webhook.set(undefined);
      backstage.queries.closeAll();
      listeners.clear();
      await server.close();
    },
  };
  return emulator;
}

function floodLimits(wanted: boolean | Partial<FloodLimits>): FloodLimits | undefined {
  if (wanted === false) return undefined;
  return { ...TELEGRAM_FLOOD_LIMITS, ...(wanted === true ? {} : wanted) };
}
