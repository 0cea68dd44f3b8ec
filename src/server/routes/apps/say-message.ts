import { createHash } from 'node:crypto';
import type { RequestHandler } from 'express';
import { z } from 'zod';
import type { Pipeline } from '../../../pipeline/pipeline.ts';
import { BridgeError } from '../../../protocol/errors.ts';
import type { Log } from '../../../protocol/log.ts';
import type { Store } from '../../../protocol/store.ts';
import { validated } from '../../validate.ts';
import { assertOwner, type OpenDeps, openedApp } from './opened-app.ts';

export interface MessageDeps extends OpenDeps {
  pipeline: Pipeline;
  store: Pick<Store, 'currentName'>;
  log: Log;
}

const messageBody = z.strictObject({
  /** Made by the page; a repeated request is the same message. */
  id: z.string().min(8).max(128),
  text: z.string().trim().min(1).max(16_384),
});

/** Says something in the name of the person who was answered: an ordinary turn of theirs, in that conversation. */
export function sayMessageRoute(deps: MessageDeps): RequestHandler<{ token: string }> {
  return async (request, response) => {
    const opened = await openedApp(request.params.token, deps);
    const personId = assertOwner(opened, request, response, deps);
    const { id, text } = validated(messageBody, request.body);
    const { channel: name } = opened.owner;
    const channel = deps.pipeline.channels.get(name);
    const conversation = await deps.store.currentName(opened.owner.conversation);
    const address = channel?.type.addressOf(conversation);
    const said = address && { id: idOf(opened.ref, id), address, personId, text };
    const inbound = said && channel?.connection.inboundOf?.(said);
    if (!inbound) {
      throw new BridgeError('channel_off', `Apps cannot say anything there: '${name}' is off, or takes nothing.`);
    }
    const received = await deps.pipeline.receive(name, inbound);
    const { server, tool } = opened.app;
    deps.log.info({ server, tool, conversation, turn_id: received.turnId }, 'app.message_said');
    response.status(202).json({ status: received.status, turn_id: received.turnId ?? null });
  };
}

/** Two apps may choose the same id. */
function idOf(ref: string, id: string): string {
  return `app-${createHash('sha256')
    .update(JSON.stringify([ref, id]))
    .digest('hex')
    .slice(0, 32)}`;
}
