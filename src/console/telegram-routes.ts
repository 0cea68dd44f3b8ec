import express, { type Response, type Router } from 'express';
import { z } from 'zod';
import { BridgeError, reasonOf } from '../protocol/errors.ts';
import type { TelegramEmulatorView } from './telegram-view.ts';

const MAX_BODY_BYTES = 64 * 1024;

/** Comments keep proxies from closing a stream on which nothing happens. */
const HEARTBEAT_MS = 25_000;

const NAMES = ['Ann', 'Bo'];
const GROUP = 'Team';

const sendBody = z.strictObject({ from: z.int(), chat: z.int(), text: z.string().trim().min(1).max(4096) });
const pressBody = z.strictObject({ from: z.int(), chat: z.int(), message_id: z.int(), button: z.int().min(0) });

/**
 * The Telegram side of the console: two people with a private chat each, and a group of both.
 * `state` and the `events` after it give a whole picture; `send` and `press` act as one of the people.
 */
export function telegramRoutes(emulator: TelegramEmulatorView | undefined): Router {
  const router = express.Router();
  if (!emulator) {
    router.get('/state', (_request, response) => {
      response.json({ isRunning: false });
    });
    return router;
  }
  const cast = castOf(emulator);
  router.use(express.json({ limit: MAX_BODY_BYTES }));

  router.get('/state', (_request, response) => {
    const messages = Object.fromEntries(cast.chats.map(({ id }) => [id, emulator.messages(id)]));
    response.json({
      isRunning: true,
      bot: { name: emulator.bot.first_name, username: emulator.bot.username },
      ...cast,
      messages,
    });
  });

  router.post('/send', (request, response) => {
    const { from, chat, text } = read(sendBody, request.body);
    assertPresent(cast, from, chat);
    response.status(201).json(acted(() => emulator.sendText(from, chat, text)));
  });

  router.post('/press', async (request, response) => {
    const { from, chat, message_id, button } = read(pressBody, request.body);
    assertPresent(cast, from, chat);
    response.json(await acted(() => emulator.press(from, { chat, message_id }, button)));
  });

  router.get('/events', (_request, response) => {
    streamEvents(emulator, new Set(cast.chats.map(({ id }) => id)), response);
  });
  return router;
}

interface Cast {
  people: { id: number; name: string }[];
  /** `members` are ids of people. */
  chats: { id: number; title: string; isGroup: boolean; members: number[] }[];
}

function castOf(emulator: TelegramEmulatorView): Cast {
  const people = NAMES.map((name) => ({ id: emulator.person(name).id, name }));
  const group = emulator.group(GROUP);
  const everybody = people.map(({ id }) => id);
  return {
    people,
    chats: [
      ...people.map(({ id }) => ({ id, title: emulator.bot.first_name, isGroup: false, members: [id] })),
      { id: group.id, title: GROUP, isGroup: true, members: everybody },
    ],
  };
}

function assertPresent({ chats }: Cast, person: number, chat: number): void {
  if (chats.find(({ id }) => id === chat)?.members.includes(person)) return;
  throw new BridgeError('body_invalid', `Nobody with the id ${person} is in the console's chat ${chat}.`);
}

function read<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new BridgeError('body_invalid', `The console sent something it should not: ${z.prettifyError(parsed.error)}`);
}

/** The emulator throws at what no person could do, e.g. a press on a button that is gone by now. */
function acted<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw new BridgeError('body_invalid', reasonOf(error));
  }
}

function streamEvents(emulator: TelegramEmulatorView, chats: ReadonlySet<number>, response: Response): void {
  response.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  response.write(': ready\n\n');
  const unsubscribe = emulator.subscribe((event) => {
    if (chats.has(event.chatId)) response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  });
  const heartbeat = setInterval(() => response.write(': still here\n\n'), HEARTBEAT_MS);
  heartbeat.unref();
  response.once('close', () => {
    clearInterval(heartbeat);
    unsubscribe();
  });
}
