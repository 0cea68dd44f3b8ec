import type { PendingQuestion } from '../protocol/question.ts';

/**
 * The questions that people have seen, the one they saw last first. Given are all that were kept, newest first.
 *
 * A question whose message still waits, for its time or for the platform, is none to them yet: a typed "2" answers what
 * they read, not what they will read. One that was sent at a later time than it was kept is as new as that time.
 */
export function asAsked(kept: readonly PendingQuestion[]): readonly PendingQuestion[] {
  const seen = kept.filter(({ message }) => !message?.isWaiting);
  const scheduled = seen.filter(({ message }) => message?.notBeforeMs !== undefined);
  if (scheduled.length === 0) return seen;
  // All questions live equally long, so one expires later than another that was asked before it. Only the scheduled ones
  // are moved by that: a clock that was set back must not turn the others around.
  const asked = seen.filter(({ message }) => message?.notBeforeMs === undefined);
  for (const question of scheduled.sort((a, b) => a.expiresAtMs - b.expiresAtMs)) {
    const index = asked.findIndex(({ expiresAtMs }) => expiresAtMs <= question.expiresAtMs);
    asked.splice(index < 0 ? asked.length : index, 0, question);
  }
  return asked;
}
