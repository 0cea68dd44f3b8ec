import { dropOldest } from '../drop-oldest.ts';
import type { Modal } from './backstage.ts';
import { refusal } from './refusal.ts';
import type { Interaction, Message, User } from './wire.ts';
import type { Room } from './world.ts';

/** docs.discord.com/developers/interactions/receiving-and-responding, read 2026-11. */
export const RESPONSE_TIMEOUT_MS = 3000;
export const TOKEN_LIFETIME_MS = 15 * 60_000;
const MAX_OPEN = 5000;

/** How the app answered what a person did. Without an answer in time the person reads "This interaction failed". */
export interface ActResult {
  isAnswered: boolean;
  interaction: Interaction;
  /** 4 message, 5 message to come, 6 nothing yet, 7 the message changed, 9 a modal. */
  responseType?: number;
  /** Status of the HTTP answer, where interactions go over HTTP; 0 when none came. */
  status?: number;
  /** Of an answer that Discord did not take. */
  refusal?: string;
}

/** An interaction that waits for its answer or has had it. */
export interface OpenInteraction {
  readonly interaction: Interaction;
  readonly user: User;
  readonly room: Room;
  /** The message whose component was used. */
  readonly source?: Message;
  readonly createdMs: number;
  responseType?: number;
  /** What `@original` means: the answer, or the message whose component was used. */
  originalId?: string;
  modal?: Modal;
  settle: (outcome: Omit<ActResult, 'interaction'>) => void;
}

/** Interactions by token; the oldest go when there are more than 5000. */
export class Interactions {
  readonly #times: { responseTimeoutMs: number; tokenLifetimeMs: number };
  readonly #now: () => number;
  readonly #open = new Map<string, OpenInteraction>();

  constructor(times: { responseTimeoutMs: number; tokenLifetimeMs: number }, now: () => number) {
    this.#times = times;
    this.#now = now;
  }

  get responseTimeoutMs(): number {
    return this.#times.responseTimeoutMs;
  }

  add(open: OpenInteraction): void {
    this.#open.set(open.interaction.token, open);
    dropOldest(this.#open, MAX_OPEN);
  }

  /** For the first answer. Throws when it is too late for it, or when it was given. */
  toAnswer(id: string, token: string): OpenInteraction {
    const open = this.#open.get(token);
    if (open?.interaction.id !== id) throw refusal('unknownInteraction');
    if (open.responseType !== undefined) throw refusal('alreadyAcknowledged');
    if (this.#now() - open.createdMs > this.#times.responseTimeoutMs) throw refusal('unknownInteraction');
    return open;
  }

  /** For edits and follow-ups. Throws when the token has expired, or while there was no first answer. */
  answered(applicationId: string, token: string): OpenInteraction {
    const open = this.#open.get(token);
    if (open?.interaction.application_id !== applicationId) throw refusal('unknownWebhook');
    if (this.#now() - open.createdMs > this.#times.tokenLifetimeMs) throw refusal('invalidWebhookToken');
    if (open.responseType === undefined) throw refusal('unknownWebhook');
    return open;
  }

  /** The modal that an interaction was answered with. */
  modalOf(token: string): Modal | undefined {
    return this.#open.get(token)?.modal;
  }

  /** Ends the lives of all tokens, as after 15 minutes. */
  expireTokens(): void {
    for (const [token, open] of this.#open) {
      this.#open.set(token, { ...open, createdMs: Number.NEGATIVE_INFINITY });
    }
  }
}
