import type { Driver } from './driver.ts';

const CURRENT = 'select current_name from conversation_alias where name = ?';
const FORMER = 'select name from conversation_alias where current_name = ? order by seq desc';
const FORGET = 'delete from conversation_alias where name = ?';
const FOLLOW = 'update conversation_alias set current_name = ? where current_name = ?';
const LAST = 'select max(seq) as seq from conversation_alias';
const KEEP = 'insert into conversation_alias (name, current_name) values (?, ?)';
const GENERATION = 'select generation from conversation_generation where conversation = ?';
const HIGHEST_NAME = 'select max(conversation) as name from conversation_generation';
const KEEP_GENERATION = `
  insert into conversation_generation (conversation, generation) values (?, ?)
  on conflict (conversation) do update set generation = excluded.generation`;

export type Conversations = ReturnType<typeof prepareConversations>;

/**
 * The names of conversations and how often they began anew. Each former name points straight at today's, so that a
 * look-up is one step.
 */
export function prepareConversations(driver: Driver) {
  const current = driver.prepare<{ current_name: string }>(CURRENT);
  const former = driver.prepare<{ name: string }>(FORMER);
  const forget = driver.prepare(FORGET);
  const follow = driver.prepare(FOLLOW);
  const keep = driver.prepare(KEEP);
  const generationOf = driver.prepare<{ generation: number }>(GENERATION);
  const keepGeneration = driver.prepare(KEEP_GENERATION);
  // Few conversations ever change their name or begin anew, and every message asks. The file is ours alone, so memory
  // may answer.
  let mayHaveAliases = driver.prepare<{ seq: number | null }>(LAST).get()?.seq !== null;
  let mayHaveGenerations = driver.prepare<{ name: string | null }>(HIGHEST_NAME).get()?.name !== null;
  const currentName = (name: string): string => (mayHaveAliases ? (current.get(name)?.current_name ?? name) : name);
  const generation = (name: string): number => (mayHaveGenerations ? (generationOf.get(name)?.generation ?? 0) : 0);
  return {
    currentName,

    namesOf(name: string): string[] {
      const today = currentName(name);
      return mayHaveAliases ? [today, ...former.all(today).map((row) => row.name)] : [today];
    },

    /** How often the conversation of this name, today's, began anew. */
    generation,

    beginAnew(name: string): void {
      mayHaveGenerations = true;
      keepGeneration.run(name, generation(name) + 1);
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
      const generations = Math.max(generation(from), generation(target));
      if (generations > 0) keepGeneration.run(target, generations);
      return target;
    },
  };
}
