import { type Request, type RequestHandler, Router } from 'express';
import { z } from 'zod';
import type { Pipeline } from '../../../pipeline/pipeline.ts';
import type { ChannelTypes } from '../../../protocol/channel.ts';
import { BridgeError } from '../../../protocol/errors.ts';
import type { Log } from '../../../protocol/log.ts';
import type { PersonExport, PersonKey } from '../../../protocol/person-data.ts';
import type { Store } from '../../../protocol/store.ts';
import { channelNamed } from '../../channel-named.ts';
import { validated } from '../../validate.ts';

const personQuery = z.strictObject({ channel: z.string().optional() });

interface PeopleDeps {
  guard: RequestHandler;
  pipeline: Pick<Pipeline, 'forget'>;
  store: Store;
  channelTypes: ChannelTypes;
  log: Log;
  now: () => number;
}

/** What is held about a person, and its erasure. A person is an id in one channel: the same id elsewhere may be another. */
export function peopleRouter(deps: PeopleDeps): Router {
  const { guard, store, log } = deps;
  const router = Router();

  router.get('/:id/export', guard, async (request: Request<{ id: string }>, response) => {
    const { key, held } = await personOf(request, deps);
    response.json({
      object: 'user_export',
      user_id: key.personId,
      channel: key.channel,
      exported_at: new Date(deps.now()).toISOString(),
      ...written(held),
    });
  });

  router.delete('/:id', guard, async (request: Request<{ id: string }>, response) => {
    const { key } = await personOf(request, deps);
    const rows = await store.erasePerson(key);
    deps.pipeline.forget(key.personId);
    log.info({ channel: key.channel, rows }, 'a person was erased');
    response.json({ object: 'user_erasure', user_id: key.personId, channel: key.channel, rows_deleted: rows });
  });

  return router;
}

/**
 * The person that a request means, and what is held about them. Without a channel all are searched, whole: an id that
 * somebody else has elsewhere must not be taken for theirs.
 */
async function personOf(
  request: Request<{ id: string }>,
  { store, channelTypes }: PeopleDeps,
): Promise<{ key: PersonKey; held: PersonExport }> {
  const { channel } = validated(personQuery, request.query);
  const channels = channel === undefined ? [...channelTypes.keys()] : [channelNamed(channel, channelTypes).name];
  const found: { key: PersonKey; held: PersonExport }[] = [];
  for (const name of channels) {
    const key = { channel: name, personId: request.params.id };
    const held = await store.exportPerson(key);
    if (isAnything(held)) found.push({ key, held });
  }
  const [only, ...others] = found;
  if (!only) {
    throw new BridgeError('user_unknown', `Nothing is held about this user${channel ? ' on that channel' : ''}.`);
  }
  if (others.length > 0) {
    const names = found.map(({ key }) => key.channel).join(', ');
    throw new BridgeError(
      'user_ambiguous',
      `This user id is known on several channels, and may be another person on each. Name one as ?channel=: ${names}.`,
    );
  }
  return only;
}

function isAnything(held: PersonExport): boolean {
  return Object.values(held).some((rows: readonly unknown[]) => rows.length > 0);
}

function written({ seats, turns, deliveries, questions, blobs }: PersonExport) {
  return {
    conversations: seats.map((seat) => ({
      channel: seat.channel,
      conversation: seat.conversation,
      address: seat.address,
      last_seen_at: new Date(seat.lastSeenMs).toISOString(),
    })),
    turns: turns.map((turn) => ({
      id: turn.turnId,
      channel: turn.channel,
      conversation: turn.conversation,
      received_at: new Date(turn.receivedAtMs).toISOString(),
      status: turn.state,
      ...(turn.raw !== undefined && { update: parsed(turn.raw) }),
      ...(turn.log && { log: turn.log }),
      ...(turn.renderStatus && {
        render_status: turn.renderStatus.map(({ envelopeId, status, error }) => ({
          envelope_id: envelopeId,
          status,
          ...(error !== undefined && { error }),
        })),
      }),
    })),
    deliveries: deliveries.map((delivery) => ({
      id: delivery.deliveryId,
      channel: delivery.channel,
      conversation: delivery.conversation,
      status: delivery.state,
      payload: parsed(delivery.payload),
    })),
    questions: questions.map((question) => ({
      conversation: question.conversation,
      widget_id: question.widgetId,
      prompt: question.prompt,
      ...(question.answeredLabel !== undefined && { answered: question.answeredLabel }),
    })),
    documents: blobs.map((blob) => ({
      ref: blob.ref,
      channel: blob.channel,
      conversation: blob.conversation,
      media_type: blob.mime,
      bytes: blob.sizeBytes,
      expires_at: new Date(blob.expiresAtMs).toISOString(),
    })),
  };
}

/** Kept text as what it says where it is JSON, which a mail is not. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
