import type { RequestHandler } from 'express';
import { z } from 'zod';
import type { Preview } from '../../pipeline/preview.ts';
import { agentTurnSchema } from '../../protocol/agent-turn.ts';
import type { ChannelTypes } from '../../protocol/channel.ts';
import { channelNamed } from '../channel-named.ts';
import { validated } from '../validate.ts';

const context = z.record(z.string(), z.unknown()).default({});

const renderBody = z.union([
  z.strictObject({ channel: z.string(), turn: agentTurnSchema, context }),
  z.strictObject({ channel: z.string(), ui: z.array(z.unknown()), text: z.string().default(''), context }),
]);

/** Shows what a channel would be sent, for every channel, connected or not. Sends nothing, keeps nothing. */
export function renderRoute(deps: { preview: Preview; channelTypes: ChannelTypes }): RequestHandler {
  return async (request, response) => {
    const body = validated(renderBody, request.body);
    const channel = channelNamed(body.channel, deps.channelTypes);
    const said = 'turn' in body ? { turn: body.turn } : { ui: body.ui, text: body.text };
    response.json(await deps.preview({ channel, ...said, context: body.context }));
  };
}
