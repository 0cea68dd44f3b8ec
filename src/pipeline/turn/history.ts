import { MAX_PAST_TURNS, type PastTurn } from '../../protocol/agent.ts';
import type { Log } from '../../protocol/log.ts';
import type { Store } from '../../protocol/store.ts';
import type { LoggedTurn } from '../../protocol/turn-log.ts';
import { untilKept } from '../until-kept.ts';
import type { ReadTurn } from './read-turn.ts';

/** An agent is reminded of no more than this, the latest first. */
const MAX_PAST_CHARS = 64_000;
/** Turns that are read at once. */
const TURNS_PER_STEP = 10;

/** Reads what was said before a turn in its session: what was asked, answered and pushed since it began anew, oldest first. */
export function createHistory(deps: {
  store: Pick<Store, 'turnLog'>;
  log: Log;
  signal: AbortSignal;
}): (turn: ReadTurn) => Promise<PastTurn[]> {
  return async (turn) => {
    const past: PastTurn[] = [];
    let charsLeft = MAX_PAST_CHARS;
    for await (const { turnId, generation, state, events } of latestFirst(turn.conversation, deps)) {
      if (generation < turn.generation) break;
      if (turnId === turn.turnId || generation > turn.generation || state === 'waiting' || state === 'running')
        continue;
      const said = saidIn(events);
      const chars = said.message.length + said.reply.length;
      if (chars === 0) continue;
      if (chars > charsLeft && past.length > 0) break;
      past.push(chars > charsLeft ? shortened(said) : said);
      charsLeft -= chars;
      if (past.length === MAX_PAST_TURNS || charsLeft <= 0) break;
    }
    return past.reverse();
  };
}

async function* latestFirst(
  conversation: string,
  deps: { store: Pick<Store, 'turnLog'>; log: Log; signal: AbortSignal },
): AsyncGenerator<LoggedTurn> {
  let cursor: string | undefined;
  do {
    const before = cursor === undefined ? {} : { before: cursor };
    const query = { conversation, limit: TURNS_PER_STEP, ...before };
    const page = await untilKept(() => deps.store.turnLog.ofConversation(query), deps);
    yield* page.turns;
    cursor = page.cursor;
  } while (cursor !== undefined);
}

function saidIn(events: LoggedTurn['events']): PastTurn {
  const said: PastTurn = { message: '', reply: '' };
  for (const event of events) {
    if (event.type === 'asked') said.message = event.message;
    if (event.type === 'text') said.reply += event.delta;
  }
  return said;
}

/** The beginning of what is too long by itself: half of what may be for each side. */
function shortened({ message, reply }: PastTurn): PastTurn {
  return { message: beginningOf(message), reply: beginningOf(reply) };
}

function beginningOf(text: string): string {
  const max = MAX_PAST_CHARS / 2;
  // Not through the middle of a surrogate pair.
  return text.length <= max ? text : `${text.slice(0, max).replace(/[\ud800-\udbff]$/, '')}…`;
}
