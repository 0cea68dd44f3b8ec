import type { Log } from '../../protocol/log.ts';
import type { Note } from '../../protocol/notes.ts';
import type { Outgoing } from './message-call.ts';
import { mended } from './repairs.ts';
import type { Answer, Call, CallRest } from './rest.ts';

export interface Attempted {
  answer: Answer;
  notes: readonly Note[];
}

/** Makes a call that sends a message; without its components where Discord does not take those. */
export async function attempt(
  callOf: (outgoing: Outgoing) => Call,
  outgoing: Outgoing,
  { call, log }: { call: CallRest; log: Log },
): Promise<Attempted> {
  const notes: Note[] = [];
  let { body } = outgoing;
  // The repair leaves a part out, so there is an end to it.
  for (;;) {
    const answer = await call(callOf({ ...outgoing, body }));
    const mend = mended(body, answer);
    if (!mend) return { answer, notes };
    body = mend.body;
    notes.push(mend.note);
    log.info({}, 'discord refused the components of a message');
  }
}
