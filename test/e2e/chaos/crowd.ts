import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const FIRST_RETRY_MS = 20;
const LONGEST_RETRY_MS = 500;
const ANSWER_TIMEOUT_MS = 20_000;

export interface CrowdOptions {
  /** Ids of the people, each in a private chat of the same id. */
  people: readonly number[];
  messagesEach: number;
  messagesPerSec: number;
  /** Where the service can be reached right now. Any of them takes any update. */
  doors: () => readonly string[];
  /** The secret of the webhook. */
  secret: string;
}

/**
 * People who write to a bot. Their messages are posted as Telegram posts them: one at a time in each chat, in order,
 * and again, by another door, until the answer is 2xx.
 */
export class Crowd {
  readonly #options: CrowdOptions;
  readonly #agent = new Agent({ keepAlive: true });
  /** By person: texts that were acknowledged, in order. */
  readonly acknowledged = new Map<number, string[]>();
  /** Answers other than 2xx, and 0 for a connection that broke, by how often. */
  readonly refusals = new Map<number, number>();
  /** The longest that anybody waited for a refusal. */
  slowestRefusalMs = 0;
  #updateId = 1;
  #doorTurn = 0;

  constructor(options: CrowdOptions) {
    this.#options = options;
  }

  /** Resolves when every message was acknowledged. */
  async write(): Promise<void> {
    const startedMs = performance.now();
    await Promise.all(this.#options.people.map((person, place) => this.#writeAs(person, place, startedMs)));
    this.#agent.destroy();
  }

  async #writeAs(person: number, place: number, startedMs: number): Promise<void> {
    const { people, messagesEach, messagesPerSec } = this.#options;
    const acknowledged: string[] = [];
    this.acknowledged.set(person, acknowledged);
    for (let number = 0; number < messagesEach; number++) {
      const dueMs = startedMs + ((number * people.length + place) / messagesPerSec) * 1000;
      await sleep(Math.max(0, dueMs - performance.now()));
      // Some answers take their time, so that kills find turns at work.
      const text = `${number % 3 === 2 ? 'slow' : 'quick'} ${number + 1}`;
      await this.#untilTaken(updateOf(person, this.#updateId++, text));
      acknowledged.push(text);
    }
  }

  async #untilTaken(update: object): Promise<void> {
    const body = JSON.stringify(update);
    for (let waitMs = FIRST_RETRY_MS; ; waitMs = Math.min(LONGEST_RETRY_MS, waitMs * 2)) {
      const doors = this.#options.doors();
      const door = doors[this.#doorTurn++ % Math.max(1, doors.length)];
      const postedMs = performance.now();
      const status = door === undefined ? 0 : await this.#post(door, body);
      if (status >= 200 && status < 300) return;
      this.slowestRefusalMs = Math.max(this.slowestRefusalMs, performance.now() - postedMs);
      this.refusals.set(status, (this.refusals.get(status) ?? 0) + 1);
      await sleep(waitMs * (0.5 + Math.random() / 2));
    }
  }

  /** The status of the answer, 0 when there was none. */
  #post(door: string, body: string): Promise<number> {
    return new Promise((resolve) => {
      const headers = {
        'Content-Length': Buffer.byteLength(body),
        'X-Telegram-Bot-Api-Secret-Token': this.#options.secret,
      };
      const posted = request(`${door}/channels/telegram/webhook`, {
        method: 'POST',
        agent: this.#agent,
        headers,
        timeout: ANSWER_TIMEOUT_MS,
      });
      posted.on('timeout', () => posted.destroy());
      posted.on('error', () => resolve(0));
      posted.on('response', (response) => {
        response.resume().on('close', () => resolve(response.complete ? (response.statusCode ?? 0) : 0));
      });
      posted.end(body);
    });
  }
}

function updateOf(person: number, updateId: number, text: string): object {
  const from = { id: person, is_bot: false, first_name: 'P' };
  const chat = { id: person, type: 'private', first_name: 'P' };
  return { update_id: updateId, message: { message_id: updateId, date: 1, chat, from, text } };
}
