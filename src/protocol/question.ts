import { plainLine } from './plain-text.ts';

/** One offered choice. `value` goes to the agent, `label` is what people read. */
export interface Choice {
  value: string;
  label: string;
}

/** What people read for a choice: its label, else its value, else its number, which can always be typed. */
export function choiceLabel(choice: { label?: string | undefined; value: string; number: number }): string {
  return plainLine(choice.label ?? '') || plainLine(choice.value) || `#${choice.number}`;
}

/** Most choices of a question that get a widget. One with more is asked in text alone: MUXI response widgets, `options`. */
export const MAX_WIDGET_CHOICES = 25;

/** Who may answer: the person who was asked, anyone who reads it, or these user ids. */
export type AnswerPolicy = 'asker' | 'anyone' | readonly string[];

/** A question that waits for its answer in a conversation. Its choices are what a press or a typed answer resolves against. */
export interface Question {
  widgetId: string;
  prompt: string;
  choices: readonly Choice[];
  multi: boolean;
  /** User id of the person whose turn asked; absent for a pushed question. */
  asker?: string;
  answers: AnswerPolicy;
  /** Unix milliseconds; from then on a press is told that it has expired. */
  expiresAtMs: number;
}

/** A question as the conversation keeps it. */
export interface PendingQuestion extends Question {
  /** Set once claimed: what was chosen. */
  answered?: { label: string };
  /** The message that carries it: what was printed (JSON) and, once delivered, the platform's message id. */
  message?: {
    deliveryId: string;
    payload: string;
    receipt?: string;
    /** It waits to be sent, or was given up, so nobody has seen it. */
    isUnseen?: true;
    /** Its time has not come, so it cannot be answered yet. */
    isScheduled?: true;
  };
}
