import type { ConnectedChannel } from '../pipeline/intake/arrival.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
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

/** The same, of a channel that can send. Throws `channel_off` too. */
export function connectedChannel(
  name: string,
  { pipeline, channelTypes }: { pipeline: Pick<Pipeline, 'channels'>; channelTypes: ChannelTypes },
): ConnectedChannel {
  const type = channelNamed(name, channelTypes);
  const connected = pipeline.channels.get(type.name);
  if (connected) return connected;
  throw new BridgeError(
    'channel_off',
    type.connect
      ? `Cannot send on '${type.name}': the channel is not connected. Configure channels.${type.name} in the formation.`
      : `Cannot send on '${type.name}': it can be printed for with /v1/render, but not connected yet.`,
  );
}
