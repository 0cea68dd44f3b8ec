import type { Request, RequestHandler } from 'express';
import { z } from 'zod';
import type { Pipeline } from '../../pipeline/pipeline.ts';
import type { ChannelTypes } from '../../protocol/channel.ts';
import { connectedChannel } from '../channel-named.ts';
import { idempotencyKeyOf } from '../idempotency-key.ts';
import { validated } from '../validate.ts';

const key = z.string().min(1).max(256).optional();
const payload = z.record(z.string(), z.unknown());

/** Takes a payload that another runtime has printed for a platform, and delivers it like one of our own. */
export function bridgeRoute(deps: {
  pipeline: Pipeline;
  channelTypes: ChannelTypes;
}): RequestHandler<{ channel: string }> {
  return async (request: Request<{ channel: string }>, response) => {
    const { type } = connectedChannel(request.params.channel, deps);
    const passedOn = await deps.pipeline.passOn({
      channel: type.name,
      payload: validated(payload, request.body),
      idempotencyKey: validated(key, idempotencyKeyOf(request)),
    });
    response.status(202).json(passedOn);
  };
}
