import type { RequestHandler } from 'express';
import { z } from 'zod';
import type { ChannelTypes } from '../../protocol/channel.ts';
import { channelNamed } from '../channel-named.ts';
import { validated } from '../validate.ts';

const decodeBody = z.strictObject({ channel: z.string(), payload: z.unknown() });

/** Reads a platform's press or message as the channel would. Grammar only: it tells nothing about questions that are open. */
export function decodeRoute(channelTypes: ChannelTypes): RequestHandler {
  return (request, response) => {
    const { channel, payload } = validated(decodeBody, request.body);
    response.json(channelNamed(channel, channelTypes).decode(payload));
  };
}
