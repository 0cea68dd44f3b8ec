import type { PendingQuestion } from '../../protocol/question.ts';
import type { NewQuestion } from '../../protocol/store.ts';
import { EXPIRED_QUESTION_KEPT_MS, MAX_QUESTIONS } from '../limits.ts';

/** A question and whether it was answered. */
interface Kept {
  question: NewQuestion;
  label?: string;
}

/** What is asked of the deliveries that carry questions. */
interface Carriers {
  messageOf(deliveryId: string): PendingQuestion['message'];
  placeOf(deliveryId: string): number | undefined;
}

/** The questions of all conversations. */
export class Questions {
  /** Oldest first. */
  #kept: Kept[] = [];

  keep(question: NewQuestion): void {
    const { conversation, widgetId } = question;
    this.#kept = this.#kept.filter((kept) => !isOf(kept, conversation, widgetId));
    this.#kept.push({ question });
    this.#trim(conversation);
  }

  /** Whether the claim was won. */
  claim(answer: { conversation: string; widgetId: string; label: string; nowMs: number }): boolean {
    const kept = this.#kept.find((other) => isOf(other, answer.conversation, answer.widgetId));
    if (!kept || kept.label !== undefined || kept.question.expiresAtMs <= answer.nowMs) return false;
    kept.label = answer.label;
    return true;
  }

  newest(conversation: string, nowMs: number, carriers: Carriers): PendingQuestion[] {
    const placeOf = ({ question: { deliveryId } }: Kept) => (deliveryId && carriers.placeOf(deliveryId)) || 0;
    return this.#kept
      .filter(({ question }) => question.conversation === conversation && question.expiresAtMs > nowMs)
      .reverse()
      .sort((a, b) => placeOf(b) - placeOf(a))
      .map((kept) => pendingOf(kept, carriers));
  }

  of(conversations: ReadonlySet<string>): { question: NewQuestion; label?: string }[] {
    return this.#kept.filter(({ question }) => conversations.has(question.conversation));
  }

  /** Gives how many there were. */
  forget(conversation: string): number {
    const before = this.#kept.length;
    this.#kept = this.#kept.filter(({ question }) => question.conversation !== conversation);
    return before - this.#kept.length;
  }

  /** Deletes those that these deliveries carry. */
  forgetCarriedBy(deliveryIds: readonly string[]): void {
    this.#kept = this.#kept.filter(({ question }) => !deliveryIds.includes(question.deliveryId ?? ''));
  }

  rename(from: string, to: string): void {
    this.#kept = this.#kept.filter(
      ({ question }) =>
        question.conversation !== from || !this.#kept.some((other) => isOf(other, to, question.widgetId)),
    );
    for (const kept of this.#kept) {
      if (kept.question.conversation === from) kept.question = { ...kept.question, conversation: to };
    }
    this.#trim(to);
  }

  /** Whether an unexpired question is carried by this delivery. */
  pointsTo(deliveryId: string, nowMs: number): boolean {
    return this.#kept.some(({ question }) => question.deliveryId === deliveryId && question.expiresAtMs > nowMs);
  }

  sweep(nowMs: number): number {
    const before = this.#kept.length;
    this.#kept = this.#kept.filter(({ question }) => question.expiresAtMs > nowMs - EXPIRED_QUESTION_KEPT_MS);
    return before - this.#kept.length;
  }

  #trim(conversation: string): void {
    const own = this.#kept.filter(({ question }) => question.conversation === conversation);
    const dropped = new Set(own.slice(0, -MAX_QUESTIONS));
    this.#kept = this.#kept.filter((kept) => !dropped.has(kept));
  }
}

function isOf(kept: Kept, conversation: string, widgetId: string): boolean {
  return kept.question.conversation === conversation && kept.question.widgetId === widgetId;
}

function pendingOf({ question, label }: Kept, carriers: Carriers): PendingQuestion {
  const { conversation: _, deliveryId, ...asked } = question;
  const message = deliveryId === undefined ? undefined : carriers.messageOf(deliveryId);
  return { ...asked, ...(label !== undefined && { answered: { label } }), ...(message && { message }) };
}
