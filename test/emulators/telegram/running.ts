import { onTestFinished } from 'vitest';
import {
  createTelegramEmulator,
  type TelegramEmulator,
  type TelegramEmulatorOptions,
} from '../../../src/emulators/telegram/index.ts';

export interface Answer {
  ok: boolean;
  result?: unknown;
  error_code?: number;
  description?: string;
  parameters?: { retry_after?: number; migrate_to_chat_id?: number };
}

/** An emulator that ends with the test. */
export async function running(options: TelegramEmulatorOptions = {}): Promise<TelegramEmulator> {
  const emulator = await createTelegramEmulator(options);
  onTestFinished(() => emulator.close());
  return emulator;
}

/** Calls a method as a bot would, with a JSON body. */
export async function call(emulator: TelegramEmulator, method: string, parameters: object = {}): Promise<Answer> {
  const response = await fetch(`${emulator.url}/bot1:token/${method}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(parameters),
  });
  return (await response.json()) as Answer;
}

/** As `call`, for a test that expects a yes. */
export async function result<T>(emulator: TelegramEmulator, method: string, parameters: object = {}): Promise<T> {
  const answer = await call(emulator, method, parameters);
  if (!answer.ok) throw new Error(`${method} was refused: ${answer.description}`);
  return answer.result as T;
}

export function refusal(errorCode: number, description: string): Answer {
  return { ok: false, error_code: errorCode, description };
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
