import type { RequestHandler } from 'express';
import { z } from 'zod';
import type { AppTools } from '../../../protocol/app-tools.ts';
import { BridgeError } from '../../../protocol/errors.ts';
import type { Log } from '../../../protocol/log.ts';
import { validated } from '../../validate.ts';
import { assertOwner, type OpenDeps, openedApp } from './opened-app.ts';

export interface ToolDeps extends OpenDeps {
  tools: AppTools;
  log: Log;
}

const callBody = z.strictObject({
  name: z.string().min(1).max(256),
  arguments: z.record(z.string(), z.unknown()).default({}),
  /** Whether the person said yes to this call. */
  approved: z.boolean().default(false),
});

const listBody = z.strictObject({ cursor: z.string().max(4096).optional() });

const readBody = z.strictObject({ uri: z.string().min(1).max(2048) });

/**
 * Calls a tool of the app's own server, for the person who was answered. A tool that may change something is called once
 * they said yes to it, whatever the app says.
 */
export function callToolRoute(deps: ToolDeps): RequestHandler<{ token: string }> {
  return async (request, response) => {
    const opened = await openedApp(request.params.token, deps);
    assertOwner(opened, request, response, deps);
    const { name, arguments: args, approved } = validated(callBody, request.body);
    const { server } = opened.app;
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const tool = await deps.tools.describe(server, name, gone.signal);
    if (!tool?.isForApps) {
      throw new BridgeError('app_tool_refused', 'The server of this app has no such tool for its apps.');
    }
    const facts = { server, tool: name, channel: opened.owner.channel, conversation: opened.owner.conversation };
    if (!tool.isReadOnly && !approved) {
      throw new BridgeError('approval_required', 'This tool may change something. Ask the person, and call it again.');
    }
    deps.log.info({ ...facts, approved }, 'app.tool_called');
    response.json(await deps.tools.call({ server, tool: name, args }, gone.signal));
  };
}

/** Reads a resource of the app's own server, for the person who was answered: the link shows one view, not the server's others. */
export function readResourceRoute(deps: ToolDeps): RequestHandler<{ token: string }> {
  return async (request, response) => {
    const opened = await openedApp(request.params.token, deps);
    assertOwner(opened, request, response, deps);
    const { uri } = validated(readBody, request.body);
    const { server } = opened.app;
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    deps.log.info({ server, conversation: opened.owner.conversation }, 'app.resource_read');
    response.json(await deps.tools.read({ server, uri }, gone.signal));
  };
}

/** Lists the resources of the app's own server, for the person who was answered. */
export function listResourcesRoute(deps: ToolDeps): RequestHandler<{ token: string }> {
  return async (request, response) => {
    const opened = await openedApp(request.params.token, deps);
    assertOwner(opened, request, response, deps);
    const { cursor } = validated(listBody, request.body);
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    response.json(await deps.tools.list({ server: opened.app.server, cursor }, gone.signal));
  };
}
