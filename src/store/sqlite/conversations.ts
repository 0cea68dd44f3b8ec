import type { Driver } from './driver.ts';

const CURRENT = 'select current_name from conversation_alias where name = ?';
const FORMER = 'select name from conversation_alias where current_name = ? order by seq desc';
const FORGET = 'delete from conversation_alias where name = ?';
const FOLLOW = 'update conversation_alias set current_name = ? where current_name = ?';
const LAST = 'select max(seq) as seq from conversation_alias';
const KEEP = 'insert into conversation_alias (name, current_name) values (?, ?)';

export type Conversations = ReturnType<typeof prepareConversations>;

/** The names of conversations. Each former name points straight at today's, so that a look-up is one step. */
export function prepareConversations(driver: Driver) {
  const current = driver.prepare<{ current_name: string }>(CURRENT);
  const former = driver.prepare<{ name: string }>(FORMER);
  const forget = driver.prepare(FORGET);
  const follow = driver.prepare(FOLLOW);
  const keep = driver.prepare(KEEP);
  // Few conversations ever change their name, and every message asks. The file is ours alone, so memory may answer.
  let mayHaveAliases = driver.prepare<{ seq: number | null }>(LAST).get()?.seq !== null;
  const currentName = (name: string): string => (mayHaveAliases ? (current.get(name)?.current_name ?? name) : name);
  return {
    currentName,

    namesOf(name: string): string[] {
      const today = currentName(name);
      return mayHaveAliases ? [today, ...former.all(today).map((row) => row.name)] : [today];
    },

    /** Gives the name that `from` has from now on. */
    rename(from: string, to: string): string {
      // A late repetition of an old move must not undo a newer one; a move back to a former name is a new move.
      const today = currentName(to);
      const target = today === from ? to : today;
      if (currentName(from) === target) return target;
      mayHaveAliases = true;
      forget.run(target);
      forget.run(from);
      follow.run(target, from);
      keep.run(from, target);
      return target;
    },
  };
}
