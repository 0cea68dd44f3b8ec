import { z } from 'zod';
import type { ChannelType, ChannelTypes, Writing } from '../protocol/channel.ts';
import { BridgeError } from '../protocol/errors.ts';
import type { ProactiveChannel } from '../protocol/webhooks.ts';
import type { Destination } from './destination.ts';
import { printAsText } from './text-printer.ts';
import { writingOf } from './writing.ts';

export const PROACTIVE = 'proactive';

/** Where unasked messages go: one of the formation's proactive channels. Nothing ever comes back from there. */
export function createProactiveChannel(options: {
  channels: ReadonlyMap<string, ProactiveChannel>;
  /** By proactive channel. */
  destinations: ReadonlyMap<string, Destination>;
  channelTypes: ChannelTypes;
}): ChannelType {
  const { channels, destinations, channelTypes } = options;
  const writings = new Map<string, Writing>();
  const channel: ChannelType = {
    name: PROACTIVE,
    settings: z.strictObject({}),
    isEnabled: () => true,
    address: z
      .strictObject({
        channel: z.string().refine((name) => channels.has(name), {
          error: `no proactive channel of the formation; there are: ${[...channels.keys()].join(', ')}`,
        }),
        context: z.record(z.string(), z.unknown()).default({}),
      })
      .transform(({ channel: name, context }) => ({ channel: name, context: JSON.stringify(context) })),
    conversationOf: ({ channel: name }) => `${PROACTIVE}:${name}`,
    addressOf(conversation) {
      const [prefix, name = '', ...rest] = conversation.split(':');
      return prefix === PROACTIVE && channels.has(name) && rest.length === 0 ? { channel: name } : undefined;
    },
    deliveryLaneOf: (address) => channel.conversationOf(address),
    isShared: () => true,
    isOneWay: true,
    content: { format: 'markdown', overflow: 'split', truncationSuffix: '' },
    print: printAsText,
    writingFor: ({ channel: name }) => writings.get(String(name)) ?? { printer: channel, transformer: undefined },
    decode() {
      throw new BridgeError('body_invalid', 'Nothing comes back from a proactive channel.');
    },
  };
  for (const [name, destination] of destinations) {
    const fixed = channels.get(name)?.context;
    writings.set(
      name,
      writingOf(destination, {
        own: channel,
        channelTypes,
        addressed: ({ context }) => ({ context: { ...fixed, ...JSON.parse(String(context ?? '{}')) } }),
      }),
    );
  }
  return channel;
}
