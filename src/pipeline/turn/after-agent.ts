import { reasonOf } from '../../protocol/errors.ts';
import type { Log } from '../../protocol/log.ts';
import type { AfterTurn } from '../../protocol/ui/after-turn.ts';
import type { UiStage } from '../../protocol/ui/ui-stage.ts';
import type { Answer } from './answer.ts';
import type { LiveTurn } from './live-turns.ts';
import type { ReadTurn } from './read-turn.ts';

/**
 * Has something added to a turn in which the agent said all it wanted. Not to one that failed or was cut short; one
 * that is cut short meanwhile ends at once. What goes wrong here is not the agent's failure, and costs the reply nothing.
 */
export async function afterAgent(
  { isWhole }: Answer,
  turn: ReadTurn,
  live: LiveTurn,
  deps: {
    stage: UiStage;
    afterTurn: AfterTurn | undefined;
    /** Says what is left of the reply's text, and gives all of it. */
    sayAll: () => string;
    log: Log;
  },
): Promise<void> {
  const { stage, afterTurn, sayAll, log } = deps;
  if (!afterTurn || isWhole !== true || live.cut !== undefined) return;
  const { turnId, client, message } = turn;
  const adding = afterTurn({
    turnId,
    client,
    message,
    get reply() {
      return sayAll();
    },
    stage,
    signal: live.signal,
  }).catch((error: unknown) =>
    log.warn({ turn_id: turnId, reason: reasonOf(error) }, 'nothing could be added to a turn'),
  );
  await Promise.race([adding, live.whenCut]);
}
