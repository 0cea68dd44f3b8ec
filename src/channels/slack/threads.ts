import type { ChannelHost } from '../../protocol/channel.ts';
import { reasonOf } from '../../protocol/errors.ts';
import type { Address } from '../../protocol/turn.ts';
import { isShared } from './address.ts';

/**
 * Makes known a thread of several people that the app wrote in by itself, so that answers to that are heard. At worst the
 * thread wants a mention, so nothing is thrown: what was delivered is delivered.
 */
export async function joinThread(
  place: Address,
  { isKnown, makeKnown, log }: Pick<ChannelHost, 'isKnown' | 'makeKnown' | 'log'>,
): Promise<void> {
  if (place.thread_ts === undefined || !isShared(place)) return;
  try {
    if (!(await isKnown(place))) await makeKnown(place);
  } catch (error) {
    log.warn({ reason: reasonOf(error) }, 'a thread that the app writes in at slack could not be remembered');
  }
}
