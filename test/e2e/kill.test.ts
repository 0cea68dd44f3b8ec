import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { createTelegramEmulator, type TelegramEmulator } from '../../src/emulators/telegram/index.ts';
import { type ChildService, startChild } from './child-service.ts';

const ROUNDS = Number(process.env.FOOTBRIDGE_CHAOS_ROUNDS ?? 5);
const CONVERSATIONS = 20;
const SECRET = 'hook-secret';

const FORMATION = `schema: "1.0.0"
id: chaos
agent:
  type: script
  replies:
    - when: { text: "slow" }
      delay_ms: 40
      turn: { text: "re: \${{ turn.text }}" }
    - turn: { text: "re: \${{ turn.text }}" }
channels:
  telegram: { token: "1:chaos", mode: webhook, secret_token: ${SECRET}, api_root: "API_ROOT" }
`;

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

/** Sends updates as Telegram does: in order within a chat, and again until each was acknowledged. */
class Sender {
  readonly #queues = new Map<number, { updateId: number; text: string }[]>();
  readonly acknowledged = new Map<number, string[]>();
  #updateId = 1;
  #numbers = new Map<number, number>();

  readonly chats: readonly number[];

  constructor(chats: readonly number[]) {
    this.chats = chats;
    for (const chat of chats) {
      this.#queues.set(chat, []);
      this.acknowledged.set(chat, []);
    }
  }

  /** Begins new messages until the time is up, and goes on until each is acknowledged or the service is gone. */
  async send(url: string, untilMs: number): Promise<void> {
    await Promise.all(this.chats.map((chat) => this.#sendTo(chat, url, untilMs)));
  }

  async #sendTo(chat: number, url: string, untilMs: number): Promise<void> {
    const queue = this.#queues.get(chat) ?? [];
    while (queue.length > 0 || performance.now() < untilMs) {
      if (queue.length === 0) {
        const number = (this.#numbers.get(chat) ?? 0) + 1;
        this.#numbers.set(chat, number);
        queue.push({ updateId: this.#updateId++, text: `${number % 3 === 0 ? 'slow' : 'quick'} ${number}` });
      }
      const head = queue[0];
      if (!head || !(await post(url, chat, head))) return;
      queue.shift();
      this.acknowledged.get(chat)?.push(head.text);
      await sleep(Math.random() * 30);
    }
  }
}

/** Whether the service said yes. */
async function post(
  url: string,
  chat: number,
  { updateId, text }: { updateId: number; text: string },
): Promise<boolean> {
  const from = { id: chat, is_bot: false, first_name: 'P' };
  const message = { message_id: updateId, date: 1, chat: { id: chat, type: 'private', first_name: 'P' }, from, text };
  return fetch(`${url}/channels/telegram/webhook`, {
    method: 'POST',
    headers: { 'X-Telegram-Bot-Api-Secret-Token': SECRET },
    body: JSON.stringify({ update_id: updateId, message }),
  }).then(
    (response) => response.ok,
    () => false,
  );
}

function repliesIn(telegram: TelegramEmulator, chat: number): string[] {
  return telegram.messages(chat).flatMap((message) => message.text ?? []);
}

describe('kill -9 between ack and reply', () => {
  it(
    `loses nothing in ${ROUNDS} rounds, and sends twice only what the platform had taken`,
    async () => {
      const telegram = await createTelegramEmulator();
      const folder = await mkdtemp(join(tmpdir(), 'footbridge-kill-'));
      cleanUps.push(
        () => telegram.close(),
        () => rm(folder, { recursive: true, force: true }),
      );
      await writeFile(join(folder, 'formation.afs'), FORMATION.replace('API_ROOT', telegram.url));
      const env = { FOOTBRIDGE_FORMATION: folder, FOOTBRIDGE_DATA: join(folder, 'data'), LOG_LEVEL: 'error' };
      const chats = Array.from({ length: CONVERSATIONS }, (_, index) => telegram.person(`P${index}`).id);
      const sender = new Sender(chats);

      let child: ChildService | undefined;
      cleanUps.push(async () => child?.kill('SIGKILL'));
      for (let round = 0; round < ROUNDS; round++) {
        child = await startChild(env);
        const sending = sender.send(child.url, Number.POSITIVE_INFINITY);
        await sleep(50 + Math.random() * 500);
        await child.kill('SIGKILL');
        await sending;
      }
      child = await startChild(env);
      await sender.send(child.url, 0);

      let sent = 0;
      let doubled = 0;
      for (const chat of chats) {
        const asked = sender.acknowledged.get(chat)?.map((text) => `re: ${text}`) ?? [];
        await expect
          .poll(() => asked.filter((text) => !repliesIn(telegram, chat).includes(text)), { timeout: 20_000 })
          .toEqual([]);
        const replies = repliesIn(telegram, chat);
        // In order, when a message that came twice is taken where it came first.
        expect([...new Set(replies)]).toEqual(asked);
        sent += asked.length;
        doubled += replies.length - asked.length;
      }
      expect(sent).toBeGreaterThan(ROUNDS * 20);
      // A double can only be a send whose yes was not yet written down: one per conversation and kill at the most.
      expect(doubled).toBeLessThanOrEqual(ROUNDS * CONVERSATIONS);
      process.stdout.write(
        `kill -9: ${ROUNDS} rounds, ${sent} accepted, 0 lost, ${doubled} sent twice after the platform's yes\n`,
      );
      const output = child.output();
      await child.kill('SIGTERM');
      expect(output).not.toContain('"level":50');
    },
    60_000 + ROUNDS * 10_000,
  );
});
