import type { Request, RequestHandler } from 'express';
import { z } from 'zod';
import type { Store } from '../../../protocol/store.ts';
import { validated } from '../../validate.ts';
import { type HistoryMessage, messagesOf } from './message-history.ts';
import { ownConversation } from './own-conversation.ts';

/** A turn has at most two messages, so fewer would not hold one. */
const MIN_LIMIT = 2;
const MAX_LIMIT = 200;
/** A page that has become so large goes out as it is, characters of JSON. Envelopes may be of a megabyte each. */
const MAX_PAGE_CHARS = 2_000_000;
/** Turns that are read at once, so that not much more than a page is ever in memory. */
const TURNS_PER_STEP = 5;

const pageQuery = z.looseObject({
  limit: z.coerce.number().int().min(MIN_LIMIT).max(MAX_LIMIT).default(50),
  before: z.string().min(1).max(100).optional(),
});

/**
 * What was said in a session of the calling user, oldest first within a page, the latest page first. A session that
 * nobody has written in has no messages.
 */
export function sessionMessagesRoute(
  store: Pick<Store, 'turnLog' | 'renderStatus'>,
): RequestHandler<{ session_id: string }> {
  return async (request: Request<{ session_id: string }>, response) => {
    const { limit, before } = validated(pageQuery, request.query);
    const { name } = ownConversation(request, response, request.params.session_id);
    const page = await pageOf({ conversation: name, limit, before }, store);
    response.setHeader('Cache-Control', 'private, no-store');
    response.json(page);
  };
}

async function pageOf(
  { conversation, limit, before }: { conversation: string; limit: number; before: string | undefined },
  store: Pick<Store, 'turnLog' | 'renderStatus'>,
): Promise<{ messages: HistoryMessage[]; next?: string }> {
  const messages: HistoryMessage[] = [];
  let cursor = before;
  let turnsLeft = Math.floor(limit / 2);
  let chars = 0;
  do {
    const query = { conversation, limit: Math.min(turnsLeft, TURNS_PER_STEP) };
    const { turns, cursor: next } = await store.turnLog.ofConversation({
      ...query,
      ...(cursor !== undefined && { before: cursor }),
    });
    const reports = await store.renderStatus.of(turns.map(({ turnId }) => turnId));
    // They come latest first.
    const older = turns.reverse().flatMap((turn) =>
      messagesOf(
        turn,
        reports.filter(({ turnId }) => turnId === turn.turnId),
      ),
    );
    messages.unshift(...older);
    chars += JSON.stringify(older).length;
    turnsLeft -= query.limit;
    cursor = next;
  } while (cursor !== undefined && turnsLeft > 0 && chars < MAX_PAGE_CHARS);
  return { messages, ...(cursor !== undefined && { next: cursor }) };
}
