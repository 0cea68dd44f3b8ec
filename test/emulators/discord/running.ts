import { onTestFinished } from 'vitest';
import {
  createDiscordEmulator,
  type DiscordEmulator,
  type DiscordEmulatorOptions,
} from '../../../src/emulators/discord/index.ts';
import type { Message } from '../../../src/emulators/discord/wire.ts';

interface Answer {
  status: number;
  headers: Headers;
  /** Nothing where no JSON came. */
  body: Record<string, unknown> | undefined;
}

/** An emulator that ends with the test. */
export async function running(options: DiscordEmulatorOptions = {}): Promise<DiscordEmulator> {
  const emulator = await createDiscordEmulator(options);
  onTestFinished(() => emulator.close());
  return emulator;
}

/** Calls the REST API as the bot would; `route` is e.g. `GET /users/@me`. A form is sent as such, the rest as JSON. */
export async function call(
  emulator: DiscordEmulator,
  route: string,
  body?: unknown,
  token = emulator.application.token,
): Promise<Answer> {
  const [method = '', path = ''] = route.split(' ');
  const isForm = body instanceof FormData;
  const response = await fetch(`${emulator.apiUrl}/v10${path}`, {
    method,
    headers: {
      authorization: `Bot ${token}`,
      ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type') === 'application/json';
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : undefined };
}

/** As `call`, for a test that expects a yes. */
export async function result<T = Message>(emulator: DiscordEmulator, route: string, body?: unknown): Promise<T> {
  const answer = await call(emulator, route, body);
  if (answer.status >= 300) throw new Error(`${route} was refused: ${JSON.stringify(answer.body)}`);
  return answer.body as T;
}

/** A row of buttons that are labelled and named so. */
export const row = (...names: string[]): object => ({
  type: 1,
  components: names.map((name) => ({ type: 2, style: 1, label: name, custom_id: name })),
});

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until `find` gives something, at most 5 s. */
export async function eventually<T>(find: () => T | undefined | false): Promise<T> {
  for (let waitedMs = 0; waitedMs < 5000; waitedMs += 10) {
    const found = find();
    if (found) return found;
    await pause(10);
  }
  throw new Error('It did not happen within 5 s.');
}
