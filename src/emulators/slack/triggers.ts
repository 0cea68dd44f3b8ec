import { randomUUID } from 'node:crypto';
import { dropOldest } from '../drop-oldest.ts';
import { ApiRefusal } from './refusal.ts';
import type { User } from './wire.ts';

/** "Triggers expire in three seconds", docs.slack.dev/interactivity/handling-user-interaction, read 2026-11. */
const LIFETIME_MS = 3000;
const MAX_OPEN = 1000;

/** The right to open a modal, that comes with what a person does. */
export class Triggers {
  readonly #now: () => number;
  readonly #open = new Map<string, { user: User; atMs: number; isUsed: boolean }>();

  constructor(now: () => number) {
    this.#now = now;
  }

  issue(user: User): string {
    const id = `${this.#now()}.${randomUUID()}`;
    this.#open.set(id, { user, atMs: this.#now(), isUsed: false });
    dropOldest(this.#open, MAX_OPEN);
    return id;
  }

  /** Whom the modal is opened for. Throws the refusal of a trigger that is unknown, used or too old. */
  redeem(id: string, teamId: string): User {
    const trigger = this.#open.get(id);
    if (!trigger || trigger.user.team_id !== teamId) throw new ApiRefusal('invalid_trigger_id');
    if (trigger.isUsed) throw new ApiRefusal('exchanged_trigger_id');
    if (this.#now() - trigger.atMs > LIFETIME_MS) throw new ApiRefusal('expired_trigger_id');
    trigger.isUsed = true;
    return trigger.user;
  }
}
