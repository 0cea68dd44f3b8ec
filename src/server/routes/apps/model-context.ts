import type { RequestHandler } from 'express';
import { z } from 'zod';
import { MAX_CONTEXT_CHARS, type ViewContexts } from '../../../apps/view-contexts.ts';
import { BridgeError } from '../../../protocol/errors.ts';
import type { Store } from '../../../protocol/store.ts';
import { validated } from '../../validate.ts';
import { assertOwner, type OpenDeps, openedApp } from './opened-app.ts';

export interface ContextDeps extends OpenDeps {
  contexts: ViewContexts;
  store: Pick<Store, 'currentName'>;
}

const contextBody = z.strictObject({
  text: z.string().optional(),
  data: z.record(z.string(), z.unknown()).optional(),
});

/** Keeps what an app wants the model to know in later turns of the person who was answered, in place of what it said before. */
export function modelContextRoute(deps: ContextDeps): RequestHandler<{ token: string }> {
  return async (request, response) => {
    const opened = await openedApp(request.params.token, deps);
    assertOwner(opened, request, response, deps);
    const { text, data } = validated(contextBody, request.body);
    if (JSON.stringify({ text, data }).length > MAX_CONTEXT_CHARS) {
      throw new BridgeError('body_too_large', `An app may tell the model ${MAX_CONTEXT_CHARS} characters. Send less.`);
    }
    const { server, tool } = opened.app;
    const context = { server, tool, ...(text !== undefined && { text }), ...(data && { data }) };
    const conversation = await deps.store.currentName(opened.owner.conversation);
    await deps.contexts.keep({ appRef: opened.ref, owner: { ...opened.owner, conversation }, context });
    response.status(204).end();
  };
}
