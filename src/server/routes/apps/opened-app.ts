import type { Request, Response } from 'express';
import type { AppLinks } from '../../../apps/app-links.ts';
import { type KeptApp, readApp } from '../../../apps/kept-app.ts';
import { ANONYMOUS } from '../../../channels/web/inbound.ts';
import type { Pipeline } from '../../../pipeline/pipeline.ts';
import type { BlobOwner, BlobStore } from '../../../protocol/blob-store.ts';
import { BridgeError } from '../../../protocol/errors.ts';
import { type AccessOptions, identify } from '../../access.ts';
import { userOf } from '../../user.ts';

export interface OpenDeps {
  links: AppLinks;
  blobs: BlobStore;
  access: AccessOptions;
  pipeline: Pick<Pipeline, 'channels'>;
}

/** An app that somebody has opened by its link, which is the right to see it. */
export interface OpenedApp {
  ref: string;
  app: KeptApp;
  owner: BlobOwner;
  expiresAtMs: number;
}

/** Throws `not_found` and `link_expired`. */
export async function openedApp(
  token: string,
  { links, blobs }: Pick<OpenDeps, 'links' | 'blobs'>,
): Promise<OpenedApp> {
  const link = links.read(token);
  if (!link) throw notFound();
  const kept = link === 'expired' ? link : await readApp(link.ref, blobs);
  if (kept === 'expired' || link === 'expired') {
    throw new BridgeError('link_expired', 'The link to this app is older than 7 days. Ask for the app again.');
  }
  if (!kept || !link.isFor(kept.owner)) throw notFound();
  return { ref: link.ref, ...kept };
}

/** Sites that may show the page of an app in a frame, beside our own: the formation's, and the channel's. */
export function framersOf(channel: string, { access, pipeline }: Pick<OpenDeps, 'access' | 'pipeline'>): string[] {
  return [...access.origins, ...(pipeline.channels.get(channel)?.connection.pageViewers?.framedBy ?? [])];
}

/**
 * Whether the viewer is the person who was answered. Everybody else may look and do nothing. Throws `unauthorized` for
 * a proof of who they are that does not hold: it is no reason to take them for a stranger without a word.
 */
export function isOwner(owner: BlobOwner, request: Request, response: Response, deps: OpenDeps): boolean {
  const { channel, personId } = owner;
  if (personId === undefined || personId === ANONYMOUS) return false;
  const proof = /^tma\s+(.+)$/i.exec(request.header('authorization') ?? '')?.[1];
  if (proof !== undefined) {
    const person = deps.pipeline.channels.get(channel)?.connection.pageViewers?.personIn(proof);
    if (person !== undefined) return person === personId;
    throw new BridgeError('unauthorized', 'The platform does not vouch for this viewer any more. Open the app again.');
  }
  const isNamed = ['authorization', 'x-muxi-client-key', 'x-user-id', 'x-muxi-user-id'].some((name) =>
    request.header(name),
  );
  // A user's id means something on its own channel only.
  if (!isNamed || channel !== 'web') return false;
  identify(deps.access)(request, response, () => {});
  return userOf(request, response) === personId;
}

/**
 * By what the person who was answered can be known here. `platform`: their platform vouches for them when they open it
 * from their chat. `user`: a client or a token says which user it is. `none`: by nothing, so that nobody can act.
 */
export function provenBy({ channel, personId }: BlobOwner, { pipeline }: Pick<OpenDeps, 'pipeline'>) {
  if (personId === undefined || personId === ANONYMOUS) return 'none';
  if (channel === 'web') return 'user';
  return pipeline.channels.get(channel)?.connection.pageViewers ? 'platform' : 'none';
}

/** Throws `app_read_only` for everybody but the person who was answered. */
export function assertOwner(opened: OpenedApp, request: Request, response: Response, deps: OpenDeps): string {
  if (isOwner(opened.owner, request, response, deps)) return opened.owner.personId as string;
  throw new BridgeError(
    'app_read_only',
    'Only the person who was answered can use this app; for everybody else it is read-only.',
  );
}

function notFound(): BridgeError {
  return new BridgeError('not_found', 'There is no such app. Take its link from the message that it came with.');
}
