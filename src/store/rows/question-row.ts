import type { AnswerPolicy, Choice, PendingQuestion } from '../../protocol/question.ts';
import { isUnseen } from '../unseen.ts';

/** A question as both SQL stores keep it, beside the message that carries it. */
export interface QuestionRow {
  widget_id: string;
  asker: string | null;
  /** SQLite knows no booleans. */
  multi: boolean | number;
  expires_at_ms: number;
  answered_label: string | null;
  delivery_id: string | null;
  answers: string;
  prompt: string;
  choices: string;
  payload: string | null;
  receipt: string | null;
  state: string | null;
  reason: string | null;
}

export function questionOf(row: QuestionRow): PendingQuestion {
  const question: PendingQuestion = {
    widgetId: row.widget_id,
    prompt: row.prompt,
    choices: JSON.parse(row.choices) as Choice[],
    multi: Boolean(row.multi),
    answers: JSON.parse(row.answers) as AnswerPolicy,
    expiresAtMs: row.expires_at_ms,
  };
  if (row.asker !== null) question.asker = row.asker;
  if (row.answered_label !== null) question.answered = { label: row.answered_label };
  if (row.delivery_id !== null && row.payload !== null) {
    question.message = { deliveryId: row.delivery_id, payload: row.payload };
    if (row.receipt !== null) question.message.receipt = row.receipt;
    if (isUnseen(row.state ?? '', row.reason)) question.message.isUnseen = true;
    if (row.state === 'scheduled') question.message.isScheduled = true;
  }
  return question;
}
