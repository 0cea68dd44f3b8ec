import { bind, type Query, type Statement } from '../connection/sql.ts';

/** One that becomes due in this very moment is locked by its claim, and is not scheduled any more after it. */
const CANCEL: Statement = {
  name: 'delivery.cancel_scheduled',
  text: `
    with cancelled as (
      delete from delivery
      where turn_seq = (select seq from turn where turn_id = $1) and state = 'scheduled'
      returning delivery_id),
    forgotten as (delete from question using cancelled where question.delivery_id = cancelled.delivery_id)
    select delivery_id from cancelled`,
};

/** Deletes what a turn has scheduled, with the questions that it carries. Gives a row for each delivery. */
export function cancelScheduled(turnId: string): Query {
  return bind(CANCEL, turnId);
}
