/** On a running turn: somebody asked to stop it. It survives the process that runs it. */
export const STOP_ASKED = 'stop_asked';

/** On a turn that ended because of that. */
export const STOPPED = 'stopped';

const JOINED = 'joined ';

/** On a done turn that ran with another one. */
export function joinedReason(turnId: string): string {
  return JOINED + turnId;
}

/** The turn that a turn with this reason ran with. */
export function joinedTurnIn(reason: string | undefined): string | undefined {
  return reason?.startsWith(JOINED) ? reason.slice(JOINED.length) : undefined;
}

/** Of a conversation's turns the latest is looked for among so many of all; before that, nobody spoke lately. */
export const LATEST_TURNS = 1_000;
