import type { Request, Response } from 'express';
import type { Encoder } from '../../dialects/encoder.ts';
import { positionIn } from '../../dialects/frame.ts';
import type { TurnWatch } from '../../pipeline/following/watch.ts';
import type { Pipeline } from '../../pipeline/pipeline.ts';
import type { Store } from '../../protocol/store.ts';
import { EventStream } from './event-stream.ts';
import { followTurn } from './follow-turn.ts';
import type { Heartbeats } from './heartbeats.ts';
import { inParts } from './in-parts.ts';

/** A reader that may have all of it is kept waiting for the head no longer. */
const BEGIN_AFTER_MS = 1_000;

/** What it takes to answer with a stream. */
export interface StreamDeps {
  pipeline: Pipeline;
  store: Store;
  heartbeats: Heartbeats;
}

/** Reads a turn for this response from now on, until it closes. */
export function watchFor(response: Response, turnId: string, pipeline: Pipeline): TurnWatch {
  const watch = pipeline.watch(turnId);
  response.on('close', () => watch.close());
  // It may have closed while something was waited for.
  if (response.destroyed) watch.close();
  return watch;
}

/**
 * Answers with what a turn says, from where the request says the reader is, to its end. A reader that has all of it is
 * told so by 204, which an `EventSource` takes as the end; unless `mustBegin`.
 */
export async function streamTurn(
  { turnId, watch, mustBegin, encoder }: { turnId: string; watch: TurnWatch; mustBegin: boolean; encoder: Encoder },
  { request, response, heartbeats, ...deps }: StreamDeps & { request: Request; response: Response },
): Promise<void> {
  const after = positionIn(lastEventIdOf(request), turnId);
  const stream = new EventStream(response, heartbeats, () => encoder.head(after));
  if (mustBegin || request.method === 'HEAD') stream.begin();
  // What it does not carry is not waited for: that would hold its connection up until the turn ends.
  if (request.method === 'HEAD') return stream.end();
  const locale = request.acceptsLanguages()[0];
  const following = { turnId, after, watch, isGone: () => stream.isGone, locale };
  // A turn that is at work elsewhere, or waits, may say nothing for long: the reader should know that it is heard.
  const soon = mustBegin ? undefined : setTimeout(() => stream.begin(), BEGIN_AFTER_MS).unref();
  try {
    for await (const step of followTurn(following, deps)) {
      for (const part of inParts(step)) await stream.write(encoder.frames(part));
    }
  } finally {
    clearTimeout(soon);
  }
  if (response.headersSent) stream.end();
  else if (!stream.isGone) response.status(204).setHeader('Cache-Control', 'no-store').end();
}

/** From the header, or from the query where a client cannot set headers. */
function lastEventIdOf(request: Request): string | undefined {
  const { last_event_id: queried } = request.query;
  // A header without a value says nothing.
  return request.header('last-event-id') || (typeof queried === 'string' ? queried : undefined);
}
