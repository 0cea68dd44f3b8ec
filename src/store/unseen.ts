/** Reasons for which a message is dead that may have been sent all the same. */
const MAYBE_SENT: ReadonlySet<string> = new Set(['outcome_unknown', 'restored']);

/** Whether surely nobody has seen the message of a delivery: it waits for its turn or its time, or was given up. */
export function isUnseen(state: string, reason: string | null | undefined): boolean {
  if (state === 'dead') return !MAYBE_SENT.has(reason ?? '');
  return state === 'waiting' || state === 'scheduled';
}
