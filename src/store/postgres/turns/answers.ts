import type { Acceptance } from '../../../protocol/store.ts';
import type { Transaction } from '../connection/database.ts';
import { bindRows, type Query, type Statement } from '../connection/sql.ts';

const ASKED: Statement = {
  name: 'question.asked',
  text: `
    select question.seq, question.conversation, question.widget_id, question.expires_at_ms
    from json_to_recordset($1) as asked (name text, widget_id text)
      left join conversation_alias as alias on alias.name = asked.name
      join question on question.conversation = coalesce(alias.current_name, asked.name)
        and question.widget_id = asked.widget_id
    where question.answered_label is null`,
};
const ANSWER: Statement = {
  name: 'question.answer',
  text: `
    update question set answered_label = row.label
    from json_to_recordset($1) as row (seq bigint, label text) where question.seq = row.seq`,
};

interface OpenQuestion {
  seq: number;
  conversation: string;
  widget_id: string;
  expires_at_ms: number;
}

/** The open questions that inbounds answer. Each is claimed once; the lane of its conversation is its lock. */
export class Answers {
  readonly #open: Map<string, OpenQuestion>;
  readonly #answered: { seq: number; label: string }[] = [];

  private constructor(open: readonly OpenQuestion[]) {
    this.#open = new Map(open.map((question) => [keyOf(question.conversation, question.widget_id), question]));
  }

  static async read(transaction: Transaction, acceptances: readonly Acceptance[]): Promise<Answers> {
    const asked = acceptances.flatMap(({ conversation, claim }) =>
      claim ? [{ name: conversation, widget_id: claim.response.id }] : [],
    );
    return new Answers(asked.length > 0 ? await transaction.rows<OpenQuestion>(bindRows(ASKED, asked)) : []);
  }

  /** Whether the claim was won. */
  claim(conversation: string, answer: { id: string; label: string }, nowMs: number): boolean {
    const key = keyOf(conversation, answer.id);
    const question = this.#open.get(key);
    if (!question || question.expires_at_ms <= nowMs) return false;
    this.#open.delete(key);
    this.#answered.push({ seq: question.seq, label: answer.label });
    return true;
  }

  writes(): Query[] {
    return this.#answered.length > 0 ? [bindRows(ANSWER, this.#answered)] : [];
  }
}

function keyOf(conversation: string, widgetId: string): string {
  return JSON.stringify([conversation, widgetId]);
}
