import type { ChannelConnection, ChannelType, ChannelTypes } from '../protocol/channel.ts';
import { BridgeError } from '../protocol/errors.ts';
import type { Destination } from './destination.ts';
import type { PostOffice } from './post.ts';
import { readPost } from './posted.ts';
import { writingOf } from './writing.ts';

/** The same channel, for replies that its transformer posts to an endpoint. Files are named in the text. */
export function endpointType(type: ChannelType, destination: Destination, channelTypes: ChannelTypes): ChannelType {
  // An endpoint does not know what the platform knows of a repetition.
  const { printFile: _, printPoint: __, knowsRepeats: ___, ...own } = type;
  const writing = writingOf(destination, { own, channelTypes, addressed: (context) => ({ context }) });
  return { ...own, writingFor: () => writing };
}

/**
 * A connection whose replies are posted; what comes in still comes from the platform, where it is connected. What was
 * kept in the platform's own form, before the transformer had an endpoint, goes the platform's way.
 */
export function postingConnection(office: PostOffice, platform?: ChannelConnection): ChannelConnection {
  const openFile = platform?.openFile?.bind(platform);
  return {
    routes: platform?.routes ?? [],
    pages: platform?.pages ?? [],
    start: () => platform?.start(),
    stop: async () => platform?.stop(),
    readiness: () => platform?.readiness() ?? { ready: true },
    async decode(raw) {
      if (platform) return platform.decode(raw);
      throw new BridgeError('channel_off', 'Cannot read this message: its channel is not connected any more.');
    },
    async deliver(request) {
      if (platform && !readPost(request.payload)) return platform.deliver(request);
      return office.deliver(request);
    },
    insteadOf: (request, reason) => office.insteadOf(request, reason),
    // An endpoint cannot change what it has taken.
    showAnswered: (message) => (readPost(message.payload) ? undefined : platform?.showAnswered(message)),
    readdress(payload, to) {
      const post = readPost(payload);
      if (!post) return platform?.readdress(payload, to) ?? payload;
      return platform && post.body !== undefined ? { ...post, body: platform.readdress(post.body, to) } : post;
    },
    ...(openFile && { openFile }),
  };
}
