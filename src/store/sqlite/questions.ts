import type { PendingQuestion } from '../../protocol/question.ts';
import type { NewQuestion } from '../../protocol/store.ts';
import { MAX_QUESTIONS } from '../limits.ts';
import { type QuestionRow, questionOf } from '../rows/question-row.ts';
import type { Conversations } from './conversations.ts';
import type { Driver } from './driver.ts';

/** One that asks again stands behind all others, as a new row. */
const KEEP = `
  insert or replace into question
    (conversation, widget_id, asker, multi, expires_at_ms, delivery_id, answers, prompt, choices)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const COUNT = 'select count(*) as kept from question where conversation = ?';
const TRIM = `
  delete from question where conversation = ? and seq <= (
    select seq from question where conversation = ? order by seq desc limit 1 offset ${MAX_QUESTIONS})`;
const CLAIM = `
  update question set answered_label = ?
  where conversation = ? and widget_id = ? and answered_label is null and expires_at_ms > ?`;
const NEWEST = `
  select question.*, delivery.payload, delivery.receipt, delivery.state, delivery.reason
  from question left join delivery on delivery.delivery_id = question.delivery_id
  where question.conversation = ? and question.expires_at_ms > ?
  order by delivery.seq desc, question.seq desc limit ${MAX_QUESTIONS}`;
const REMOVE_CARRIED = 'delete from question where delivery_id = ?';
const REMOVE_TWINS = `
  delete from question where conversation = ? and widget_id in (select widget_id from question where conversation = ?)`;
const FORGET = 'delete from question where conversation = ?';
const RENAME = 'update question set conversation = ? where conversation = ?';

export type Questions = ReturnType<typeof prepareQuestions>;

export function prepareQuestions(driver: Driver, conversations: Conversations) {
  const keep = driver.prepare(KEEP);
  const count = driver.prepare<{ kept: number }>(COUNT);
  const trim = driver.prepare(TRIM);
  const claim = driver.prepare(CLAIM);
  const newest = driver.prepare<QuestionRow>(NEWEST);
  const removeCarried = driver.prepare(REMOVE_CARRIED);
  const removeTwins = driver.prepare(REMOVE_TWINS);
  const forget = driver.prepare(FORGET);
  const rename = driver.prepare(RENAME);
  return {
    /** A widget that asks again asks anew: its earlier question goes. */
    keep(question: NewQuestion): void {
      const conversation = conversations.currentName(question.conversation);
      keep.run(
        conversation,
        question.widgetId,
        question.asker ?? null,
        question.multi ? 1 : 0,
        question.expiresAtMs,
        question.deliveryId ?? null,
        JSON.stringify(question.answers),
        question.prompt,
        JSON.stringify(question.choices),
      );
      // Most conversations have few: to count them costs less than to look for the oldest.
      if ((count.get(conversation)?.kept ?? 0) > MAX_QUESTIONS) trim.run(conversation, conversation);
    },

    /** Whether the claim was won. */
    claim: (answer: { conversation: string; widgetId: string; label: string; nowMs: number }): boolean =>
      claim.run(answer.label, answer.conversation, answer.widgetId, answer.nowMs) > 0,

    newest: (conversation: string, nowMs: number): PendingQuestion[] =>
      newest.all(conversations.currentName(conversation), nowMs).map(questionOf),

    /** Gives how many there were. */
    forget: (conversation: string): number => forget.run(conversation),

    /** Deletes those that these deliveries carry. */
    forgetCarriedBy(deliveryIds: readonly string[]): void {
      for (const deliveryId of deliveryIds) removeCarried.run(deliveryId);
    },

    rename(from: string, to: string): void {
      removeTwins.run(from, to);
      rename.run(to, from);
      trim.run(to, to);
    },
  };
}
