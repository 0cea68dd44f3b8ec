import { setTimeout as sleep } from 'node:timers/promises';
import type { Request, RequestHandler } from 'express';
import { z } from 'zod';
import { webId } from '../../../channels/web/index.ts';
import { BridgeError } from '../../../protocol/errors.ts';
import { MAX_RENDER_ERROR_CHARS, RENDER_STATUSES } from '../../../protocol/render-status.ts';
import type { Store } from '../../../protocol/store.ts';
import type { LogPosition } from '../../../protocol/turn-log.ts';
import { validated } from '../../validate.ts';
import { ownConversation } from './own-conversation.ts';

/** What a turn says is on the wire before it is in the log, where a quick client's report looks for it. */
const LOOK_FOR_MS = 1_000;
const LOOK_EVERY_MS = 50;

const reportBody = z
  .looseObject({
    session_id: webId,
    renderStatus: z.enum(RENDER_STATUSES),
    error: z.string().max(MAX_RENDER_ERROR_CHARS).nullish(),
  })
  .refine(({ renderStatus, error }) => renderStatus === 'error' || !error, {
    path: ['error'],
    error: 'only the status "error" has one',
  });

/** Takes what a client says of how it showed an envelope, also while its turn still runs. */
export function envelopeStatusRoute(
  store: Pick<Store, 'turn' | 'turnLog' | 'renderStatus'>,
): RequestHandler<{ envelope_id: string }> {
  return async (request: Request<{ envelope_id: string }>, response) => {
    const { session_id: sessionId, renderStatus: status, error } = validated(reportBody, request.body);
    const envelopeId = request.params.envelope_id;
    const turnId = turnIn(envelopeId);
    const owner = turnId === undefined ? undefined : await store.turnLog.ownerOf(turnId);
    const isOwn = owner && ownConversation(request, response, sessionId).has(owner);
    if (turnId === undefined || !isOwn || !(await isShown({ turnId, envelopeId }, store))) throw noEnvelope();
    // Every envelope is pending until somebody says otherwise.
    if (status !== 'pending') await store.renderStatus.keep({ turnId, envelopeId, status, ...(error && { error }) });
    response.status(204).end();
  };
}

/** The turn that an envelope's id, `<turn>.<run>.e<n>`, is of. */
function turnIn(envelopeId: string): string | undefined {
  return /^(.{1,200})\.\d{1,15}\.e\d{1,4}$/.exec(envelopeId)?.[1];
}

async function isShown(
  { turnId, envelopeId }: { turnId: string; envelopeId: string },
  store: Pick<Store, 'turn' | 'turnLog'>,
): Promise<boolean> {
  const untilMs = performance.now() + LOOK_FOR_MS;
  let readTo: LogPosition | undefined;
  for (;;) {
    const mayComeYet = (await store.turn(turnId))?.state === 'running';
    // What was read once is not read again: a log may hold megabytes.
    for (let page = await store.turnLog.read(turnId, readTo); page; page = await store.turnLog.read(turnId, readTo)) {
      const last = page.events.at(-1);
      if (!last) break;
      if (page.events.some((event) => event.type === 'envelope' && event.envelopeId === envelopeId)) return true;
      readTo = { run: page.run, seq: last.seq };
    }
    if (!mayComeYet || performance.now() >= untilMs) return false;
    await sleep(LOOK_EVERY_MS);
  }
}

/** Whether somebody else was shown it is none of the caller's business. */
function noEnvelope(): BridgeError {
  return new BridgeError(
    'not_found',
    'There is no such envelope in this session. Take envelope_id and session_id from the ui_envelope that was sent.',
  );
}
