/**
 * Why a turn ended without the answer of its agent, and yet with words to the person. They are kept as its reason; in
 * dead letters an operator reads them.
 */
export const SPOKEN_ENDINGS = ['stopped', 'deadline', 'busy', 'lane_full', 'rate_limited', 'command'] as const;

export type SpokenEnding = (typeof SPOKEN_ENDINGS)[number];

export function isSpokenEnding(reason: string): reason is SpokenEnding {
  return SPOKEN_ENDINGS.some((ending) => ending === reason);
}
