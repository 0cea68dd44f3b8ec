import type { ChannelType, ChannelTypes } from '../protocol/channel.ts';
import { BridgeError } from '../protocol/errors.ts';

/** A channel type by the name a caller gave. Throws `channel_unknown` with the names there are. */
export function channelNamed(name: string, types: ChannelTypes): ChannelType {
  const type = types.get(name);
  if (type) return type;
  const shown = name.length > 40 ? `${name.slice(0, 40)}…` : name;
  throw new BridgeError(
    'channel_unknown',
    `There is no channel '${shown}'. Channels: ${[...types.keys()].join(', ')}.`,
  );
}
