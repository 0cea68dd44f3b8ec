import { expect, onTestFinished } from 'vitest';
import type { ApiCall } from '../../../src/emulators/telegram/backstage.ts';
import { startTestService, type TestService } from '../service.ts';

const SCRIPT = 'agent: { type: script, replies: [{ turn: { text: "You said: ${{ turn.text }}" } }] }\n';
const TELEGRAM = 'channels:\n  telegram: { token: "1:test", api_root: API_ROOT }\n';

/** A service with these settings of its outbox, for one test. */
export async function serviceWith(outbox: string): Promise<TestService> {
  const service = await startTestService({ formation: `${SCRIPT}${TELEGRAM}outbox: ${outbox}\n` });
  onTestFinished(() => service.end());
  return service;
}

/** Hands a turn over for a chat. Gives the answer's body. */
export async function push(
  service: TestService,
  chat: number,
  turn: object,
  more: object = {},
): Promise<{ turn_id: string; deliveries: { id: string; status: string }[] }> {
  const to = { channel: 'telegram', address: { chat_id: chat } };
  const { status, body } = await service.post('/v1/turns', { to, turn, ...more });
  expect(status, JSON.stringify(body)).toBe(202);
  return body;
}

/** What the bot has said in a chat. */
export function botTexts({ telegram }: TestService, chat: number): (string | undefined)[] {
  return telegram
    .messages(chat)
    .filter(({ from }) => from?.id === telegram.bot.id)
    .map(({ text }) => text);
}

/** Calls that put something into a chat or change it there. */
export function callsTo({ telegram }: TestService, chat: number): ApiCall[] {
  return telegram.calls.filter(({ parameters }) => parameters.chat_id === chat);
}

/** The value of a metric without labels. */
export async function metric(service: TestService, name: string): Promise<number> {
  const text = await (await fetch(`${service.url}/metrics`)).text();
  return Number(new RegExp(`^footbridge_${name} (\\d+)$`, 'm').exec(text)?.[1]);
}

export const tooMany = (retryAfterSec: number) => ({
  error_code: 429,
  description: `Too Many Requests: retry after ${retryAfterSec}`,
  parameters: { retry_after: retryAfterSec },
});
