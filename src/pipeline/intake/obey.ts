import { createHash } from 'node:crypto';
import type { Received } from '../../protocol/inbound.ts';
import type { Rate } from '../../protocol/pace.ts';
import type { Command } from '../../protocol/turn-rules.ts';
import type { SentenceCode } from '../sentences.ts';
import { silenceOf } from '../silence.ts';
import type { Arrival, ReceiveDeps } from './arrival.ts';
import { endAtOnce } from './end-at-once.ts';
import { helpText } from './help.ts';

/** Whoever sends commands faster than this is obeyed all the same, but not answered. */
const ANSWERS: Rate = { perSecond: 1 / 2, burst: 10 };

/**
 * Does what a command says, at once, and answers it.
 *
 * It is done first and kept then: a crash in between lets the platform send the command again, and doing it twice does
 * no harm. Kept, it is found by its id, which is made of the update's own; so a repetition that comes late does nothing.
 */
export async function obey(arrived: Arrival, command: Command, deps: ReceiveDeps): Promise<Received> {
  const { channel, inbound, conversation } = arrived;
  const turnId = arrived.givenTurnId ?? turnIdOf(channel.type.name, inbound.dedupeKey);
  const arrival = { ...arrived, turnId };
  if (await deps.store.turn(turnId)) return { status: 'duplicate', turnId };
  const { locale, id } = inbound.person;
  const done = await doIt(command, arrival, deps);
  const text = done ? deps.say(done.said, locale) : helpText(deps, locale);
  deps.log.info({ turn_id: turnId, channel: channel.type.name, conversation, command }, 'command');
  const pace = { about: `command ${conversation} ${id}`, rate: ANSWERS };
  const to = { turnId, channel, conversation, nowMs: arrival.nowMs, expiresAfterMs: deps.expiresAfterMs };
  const also = await silenceOf(done?.raws ?? [], to);
  return endAtOnce(arrival, { state: 'done', reason: 'command', text, also, pace }, deps);
}

/** The same for each repetition of the same update. */
function turnIdOf(channel: string, dedupeKey: string): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([channel, dedupeKey]))
    .digest('base64url');
  return `turn_${digest.slice(0, 32)}`;
}

/** What was done, in a sentence, and the raw updates of what ended with it. */
interface Done {
  said: SentenceCode;
  raws: readonly string[];
}

/** Nothing for a command that does nothing but speak. */
async function doIt(command: Command, arrival: Arrival, deps: ReceiveDeps): Promise<Done | undefined> {
  switch (command) {
    case 'stop':
      return stop(arrival, deps);
    case 'reset':
      return reset(arrival, deps);
    case 'help':
      return undefined;
    default:
      return command satisfies never;
  }
}

async function stop(arrival: Arrival, { store }: ReceiveDeps): Promise<Done> {
  const { running, waitingEnded, raws } = await store.stopTurns(arrival.conversation, byWhom(arrival));
  if (running !== undefined || waitingEnded > 0) return { said: 'stopped', raws };
  return { said: arrival.isShared ? 'nothing_of_yours' : 'nothing_to_stop', raws };
}

async function reset(arrival: Arrival, { store }: ReceiveDeps): Promise<Done> {
  const stopped = await store.resetConversation(arrival.conversation, byWhom(arrival));
  return stopped ? { said: 'reset', raws: stopped.raws } : { said: 'reset_refused', raws: [] };
}

/** Where several people speak, nobody ends what another one asked for. */
function byWhom({ isShared, inbound }: Arrival): { personId?: string } | undefined {
  if (!isShared) return undefined;
  return inbound.isAttributable ? { personId: inbound.person.id } : {};
}
