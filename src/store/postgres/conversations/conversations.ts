import { bind, type Query, type Statement } from '../connection/sql.ts';

const CURRENT: Statement = {
  name: 'conversation.current_name',
  text: 'select current_name from conversation_alias where name = $1',
};
const NAMES: Statement = {
  name: 'conversation.names_of',
  text: `
    select today.name, null as seq
    from (select coalesce((select current_name from conversation_alias where name = $1), $1) as name) as today
    union all
    select name, seq from conversation_alias
    where current_name = coalesce((select current_name from conversation_alias where name = $1), $1)
    order by seq desc nulls first`,
};

/** Gives a row with the name that the conversation has today, when it is another one. */
export function currentNameOf(conversation: string): Query {
  return bind(CURRENT, conversation);
}

/** Gives a row for every name, today's first. */
export function namesOf(conversation: string): Query {
  return bind(NAMES, conversation);
}
