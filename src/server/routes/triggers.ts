import { type Request, type RequestHandler, type Response, Router } from 'express';
import { z } from 'zod';
import type { Pipeline } from '../../pipeline/pipeline.ts';
import { BridgeError } from '../../protocol/errors.ts';
import type { Received } from '../../protocol/inbound.ts';
import type { Store } from '../../protocol/store.ts';
import type { Trigger } from '../../protocol/trigger.ts';
import { TRIGGER } from '../../webhooks/trigger-channel.ts';
import { type TriggerMessage, triggerInbound } from '../../webhooks/trigger-message.ts';
import { clientsOnly } from '../access.ts';
import { takesOnly } from '../method-not-allowed.ts';
import { userOf } from '../user.ts';
import { validated } from '../validate.ts';
import { awaitReply } from './await-reply.ts';
import { completedChat } from './completed-chat.ts';
import { assertSame } from './same-request.ts';
import { triggerMessageOf } from './trigger-call.ts';

export interface TriggersDeps {
  pipeline: Pipeline;
  store: Store;
  /** Id of the formation, as MUXI's own routes name it. */
  formation: string;
  triggers: ReadonlyMap<string, Trigger>;
  /** Whether an answer that nobody waits for has a place to go. */
  hasDestination: (trigger: Trigger) => boolean;
  now: () => number;
}

const callBody = z.looseObject({
  data: z.unknown(),
  session_id: z.string().min(1).optional(),
  use_async: z.boolean().optional(),
});

/** Runs triggers and lists them, under both of their addresses. */
export function triggersRouter(deps: TriggersDeps): Router {
  const router = Router();
  router.use(['/triggers', '/formations'], clientsOnly);
  for (const prefix of ['', '/formations/:formation']) {
    router.get(`${prefix}/triggers`, listRoute(deps));
    router.post(`${prefix}/triggers/:name`, runRoute(deps));
    router.all(`${prefix}/triggers`, takesOnly(['GET']));
    router.all(`${prefix}/triggers/:name`, takesOnly(['POST']));
  }
  return router;
}

type Params = { formation?: string; name: string };

function listRoute({ formation, triggers }: TriggersDeps): RequestHandler<Params> {
  return (request, response) => {
    assertFormation(request, formation);
    const names = [...triggers.keys()];
    response.json({ object: 'list', data: { formation_id: formation, triggers: names, count: names.length } });
  };
}

/** Takes a call: its answer is the response, or goes to the trigger's webhook once it is there. */
function runRoute(deps: TriggersDeps): RequestHandler<Params> {
  return async (request, response) => {
    assertFormation(request, deps.formation);
    const trigger = triggerNamed(request.params.name, deps.triggers);
    const { data, session_id: sessionId, use_async: isAsyncWished } = validated(callBody, request.body);
    if (data === undefined) throw new BridgeError('body_invalid', 'The body is not as it must be. data: missing');
    const canPost = deps.hasDestination(trigger);
    if (isAsyncWished && !canPost) throw nowhereToGo(trigger);
    const reply = (isAsyncWished ?? canPost) ? 'webhook' : 'response';
    const call = { trigger, data, sessionId, userId: userOf(request as Request, response), reply } as const;
    const about = { agentName: deps.formation, nowMs: deps.now() };
    const message = triggerMessageOf(request as Request, call, about);
    await (reply === 'webhook' ? answerLater(message, response, deps) : answerNow(message, response, deps));
  };
}

async function answerLater(message: TriggerMessage, response: Response, { pipeline }: TriggersDeps): Promise<void> {
  const { turn_id: ownTurnId } = message;
  const received = await pipeline.receive(TRIGGER, triggerInbound(message), { turnId: ownTurnId });
  const { status, turnId = ownTurnId } = received;
  if (status === 'duplicate') assertSame(ownTurnId, turnId);
  const isIgnored = status === 'ignored';
  response.status(isIgnored ? 200 : 202).json({
    object: 'request',
    type: isIgnored ? 'request.ignored' : 'request.processing',
    request: { id: turnId },
    success: true,
    data: { status: isIgnored ? 'ignored' : 'processing', session_id: message.session_id, ...toastOf(received) },
  });
}

async function answerNow(message: TriggerMessage, response: Response, deps: TriggersDeps): Promise<void> {
  const asked = { channel: TRIGGER, inbound: triggerInbound(message), turnId: message.turn_id };
  const { turnId, reply, received } = await awaitReply(asked, { ...deps, response });
  if (reply instanceof Error) throw reply;
  const { session_id: sessionId, user_id: userId } = message;
  response.json(completedChat(reply, { turnId, sessionId, userId }, received && toastOf(received)));
}

/** What to tell the presser at once. */
function toastOf({ toast }: Received): { toast?: Received['toast'] } {
  return toast ? { toast } : {};
}

function triggerNamed(name: string, triggers: ReadonlyMap<string, Trigger>): Trigger {
  const trigger = triggers.get(name);
  if (trigger) return trigger;
  const names = triggers.size > 0 ? `Triggers: ${[...triggers.keys()].join(', ')}.` : 'The formation has none.';
  throw new BridgeError('not_found', `There is no trigger '${name.slice(0, 64)}'. ${names}`);
}

function assertFormation({ params: { formation } }: Request<Params>, own: string): void {
  if (formation === undefined || formation === own) return;
  throw new BridgeError('not_found', `There is no formation '${formation.slice(0, 64)}' here. This one is '${own}'.`);
}

function nowhereToGo({ name }: Trigger): BridgeError {
  return new BridgeError(
    'webhook_required',
    `Cannot answer the trigger '${name}' later: there is no place for the answer. Name a webhook in the trigger or async.webhook_url in the formation, or send use_async: false.`,
  );
}
