import type { NewQuestion } from '../../../protocol/store.ts';
import { MAX_QUESTIONS } from '../../limits.ts';
import { bind, bindRows, type Query, type Statement } from '../connection/sql.ts';
import type { Places } from '../lanes/places.ts';
import type { Names } from './names.ts';

const KEEP: Statement = {
  name: 'question.keep',
  text: `
    insert into question (seq, conversation, widget_id, asker, multi, expires_at_ms, delivery_id, answers, prompt, choices)
    select seq, conversation, widget_id, asker, multi, expires_at_ms, delivery_id, answers, prompt, choices
    from json_to_recordset($1) as row
      (seq bigint, conversation text, widget_id text, asker text, multi boolean, expires_at_ms bigint, delivery_id text,
      answers text, prompt text, choices text)
    order by conversation, widget_id
    on conflict (conversation, widget_id) do update set
      seq = excluded.seq, asker = excluded.asker, multi = excluded.multi, expires_at_ms = excluded.expires_at_ms,
      answered_label = null, delivery_id = excluded.delivery_id, answers = excluded.answers, prompt = excluded.prompt,
      choices = excluded.choices`,
};
const TRIM: Statement = {
  name: 'question.trim',
  text: `
    delete from question using (
      select seq, row_number() over (partition by conversation order by seq desc) as number
      from question where conversation = any($1::text[])) as old
    where old.number > ${MAX_QUESTIONS} and question.seq = old.seq`,
};
const FORGET: Statement = {
  name: 'question.forget',
  text: 'delete from question where conversation = any($1::text[]) returning seq',
};
const REMOVE_TWINS: Statement = {
  name: 'question.remove_twins',
  text: `
    delete from question where conversation = $1
      and widget_id in (select widget_id from question where conversation = $2)`,
};
const RENAME: Statement = {
  name: 'question.rename',
  text: 'update question set conversation = $2 where conversation = $1',
};
const NEWEST: Statement = {
  name: 'question.newest',
  text: `
    select question.*, delivery.payload, delivery.receipt, delivery.state, delivery.reason
    from question left join delivery on delivery.delivery_id = question.delivery_id
    where question.conversation = coalesce((select current_name from conversation_alias where name = $1), $1)
      and question.expires_at_ms > $2
    order by coalesce(delivery.place, 0) desc, question.seq desc limit ${MAX_QUESTIONS}`,
};

/** Keeps questions, in order. A widget that asks again asks anew: its earlier question goes. */
export function questionWrites(questions: readonly NewQuestion[], names: Names, places: Places): Query[] {
  if (questions.length === 0) return [];
  const rows = new Map<string, ReturnType<typeof rowOf>>();
  for (const question of questions) {
    const conversation = names.current(question.conversation);
    rows.set(JSON.stringify([conversation, question.widgetId]), rowOf(question, conversation, places.next()));
  }
  const conversations = new Set([...rows.values()].map(({ conversation }) => conversation));
  return [bindRows(KEEP, [...rows.values()]), bind(TRIM, [...conversations])];
}

/** Deletes the questions of these conversations. Gives a row for each. */
export function forgetQuestions(conversations: readonly string[]): Query {
  return bind(FORGET, conversations);
}

/** Takes questions along when their conversation gets another name; there the same widget has asked later. */
export function renamedQuestionWrites(from: string, to: string): Query[] {
  return [bind(REMOVE_TWINS, from, to), bind(RENAME, from, to), bind(TRIM, [to])];
}

export function newestQuestions(conversation: string, nowMs: number): Query {
  return bind(NEWEST, conversation, nowMs);
}

function rowOf(question: NewQuestion, conversation: string, seq: number) {
  return {
    seq,
    conversation,
    widget_id: question.widgetId,
    asker: question.asker ?? null,
    multi: question.multi,
    expires_at_ms: question.expiresAtMs,
    delivery_id: question.deliveryId ?? null,
    answers: JSON.stringify(question.answers),
    prompt: question.prompt,
    choices: JSON.stringify(question.choices),
  };
}
