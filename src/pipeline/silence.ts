import type { NewDelivery } from '../protocol/kept-delivery.ts';
import type { ConnectedChannel } from './intake/arrival.ts';
import { type Destination, silentReply } from './reply.ts';
import { addressIn } from './turn/read-turn.ts';

/**
 * What is kept so that no platform waits for replies which will not come: of turns that end without words, by their raw
 * updates. Most often nothing. An update that cannot be read has nothing that its answer would take.
 */
export async function silenceOf(
  raws: readonly string[],
  { channel, ...to }: Omit<Destination, 'channel' | 'address' | 'secret'> & { channel: ConnectedChannel },
): Promise<NewDelivery[]> {
  const { type, connection } = channel;
  if (!type.whenSilent) return [];
  const inbounds = await Promise.all(raws.map((raw) => connection.decode(raw).catch(() => undefined)));
  return inbounds.flatMap((inbound) => {
    if (!inbound) return [];
    const address = addressIn(to.conversation, inbound.address, channel);
    return silentReply({ ...to, channel: type, address, secret: inbound.secret });
  });
}
