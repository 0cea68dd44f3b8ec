import { BridgeError, reasonOf } from '../../protocol/errors.ts';
import type { TurnWork } from '../../protocol/store.ts';
import { runTurn, setAside, type TurnDeps } from '../turns.ts';
import { isClaimLost, untilKept } from '../until-kept.ts';
import type { LiveTurns } from './live-turns.ts';

/** Wait before a turn that failed in our own code is tried again. */
const RETRY_TURN_MS = 1_000;

/**
 * Runs a claimed turn. What fails in our own code is tried again, as often as a turn may be tried; then it is set
 * aside, so that nothing holds its conversation up for ever.
 */
export async function handleTurn(work: TurnWork, deps: TurnDeps & { liveTurns: LiveTurns }): Promise<void> {
  const live = deps.liveTurns.begin(work.turnId);
  try {
    await runTurn(work, live, deps);
  } catch (error) {
    if (deps.signal.aborted) return;
    if (isClaimLost(error)) drop(work, error, deps);
    else await giveBack(work, error, deps);
  } finally {
    deps.liveTurns.end(work.turnId, live);
    deps.followers.leave(work);
  }
}

/** Whoever waits here for its end hears no more of it: it goes on elsewhere, or nowhere. */
function drop(work: TurnWork, failed: BridgeError, { log, meter, followers }: TurnDeps): void {
  meter.claimLost('turn');
  log.warn({ ...failed.facts, reason: failed.message }, 'turn dropped: it is not ours any more');
  followers.tellEnd(work.turnId, { failed });
}

async function giveBack(work: TurnWork, error: unknown, deps: TurnDeps): Promise<void> {
  const facts = { turn_id: work.turnId, attempt: work.attempt, reason: reasonOf(error) };
  if (work.attempt > deps.rules.maxAttempts) {
    const attempts = `${work.attempt} attempts`;
    const failed = new BridgeError(
      'turn_set_aside',
      `The turn did not end in ${attempts} and is set aside: our own code failed.`,
    );
    deps.log.error(facts, 'turn failed');
    return setAside(work, { failed, reason: failed.code }, deps);
  }
  deps.log.error(facts, 'turn failed; it is tried again');
  const { turnId, epoch } = work;
  const atMs = deps.now() + RETRY_TURN_MS;
  await untilKept(() => deps.store.releaseTurn({ turnId, epoch, atMs, isUntried: false }), deps);
}
