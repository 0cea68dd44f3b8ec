import { onTestFinished } from 'vitest';
import {
  createSlackEmulator,
  type SlackEmulator,
  type SlackEmulatorOptions,
} from '../../../src/emulators/slack/index.ts';

export interface Answer {
  ok: boolean;
  error?: string;
  errors?: string[];
  response_metadata?: { messages?: string[]; next_cursor?: string };
  [field: string]: unknown;
}

/** An emulator that ends with the test. */
export async function running(options: SlackEmulatorOptions = {}): Promise<SlackEmulator> {
  const emulator = await createSlackEmulator(options);
  onTestFinished(() => emulator.close());
  return emulator;
}

/** Calls a method as the app of the first workspace would, with a JSON body. */
export async function call(
  emulator: SlackEmulator,
  method: string,
  parameters: object = {},
  token = emulator.firstWorkspace.botToken,
): Promise<Answer> {
  const response = await fetch(`${emulator.apiUrl}${method}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8', authorization: `Bearer ${token}` },
    body: JSON.stringify(parameters),
  });
  return (await response.json()) as Answer;
}

/** As `call`, for a test that expects a yes. */
export async function result<T = Record<string, unknown>>(
  emulator: SlackEmulator,
  method: string,
  parameters: object = {},
): Promise<T> {
  const answer = await call(emulator, method, parameters);
  if (!answer.ok) throw new Error(`${method} was refused: ${JSON.stringify(answer)}`);
  return answer as T;
}

/** Posts to a `response_url` as an app does, with JSON. */
export function post(url: string, body: object): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until `find` gives something, at most 5 s. */
export async function eventually<T>(find: () => T | undefined | false): Promise<T> {
  for (let waitedMs = 0; waitedMs < 5000; waitedMs += 10) {
    const found = find();
    if (found) return found;
    await pause(10);
  }
  throw new Error('It did not happen within 5 s.');
}
