import type { RequestHandler } from 'express';
import { z } from 'zod';
import type { ChannelTypes } from '../../protocol/channel.ts';
import { BridgeError } from '../../protocol/errors.ts';
import { channelNamed } from '../channel-named.ts';
import { validated } from '../validate.ts';

const decodeBody = z.strictObject({ channel: z.string(), payload: z.unknown() });

/** Reads a platform's press or message as the channel would. Grammar only: it tells nothing about questions that are open. */
export function decodeRoute(channelTypes: ChannelTypes): RequestHandler {
  return (request, response) => {
    const { channel, payload } = validated(decodeBody, request.body);
    const type = channelNamed(channel, channelTypes);
    try {
      response.json(type.decode(payload));
    } catch (error) {
      if (error instanceof BridgeError) throw error;
      throw new BridgeError('body_invalid', `Cannot read the payload: it is none of '${type.name}'.`, { cause: error });
    }
  };
}
