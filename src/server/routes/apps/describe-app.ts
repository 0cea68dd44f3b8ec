import type { Request, RequestHandler } from 'express';
import { documentKind } from '../../../apps/document-kind.ts';
import type { GrantUi } from '../../../apps/granted-ui.ts';
import { isOwnOrigin, type OwnOrigins } from '../../../apps/own-origins.ts';
import type { SandboxPasses } from '../../../apps/sandbox/sandbox-pass.ts';
import type { SandboxPlace } from '../../../apps/sandbox/sandbox-place.ts';
import { BridgeError } from '../../../protocol/errors.ts';
import { framersOf, isOwner, type OpenDeps, type OpenedApp, openedApp, provenBy } from './opened-app.ts';

export interface DescribeDeps extends OpenDeps {
  passes: SandboxPasses;
  place: () => SandboxPlace;
  origins: OwnOrigins;
  grantUi: GrantUi;
  /** Whether people elsewhere reach us, but not the place where apps run. */
  isSandboxLocal: boolean;
}

/** Everything that the page of an app has to know, its document excepted. */
export function describeAppRoute(deps: DescribeDeps): RequestHandler<{ token: string }> {
  return async (request, response) => {
    const { ref, app, owner, expiresAtMs } = await openedApp(request.params.token, deps);
    const { server, tool, uri, mime, encoding, args, result, declared } = app;
    const { csp, permissions, prefersBorder, refusedOrigins, withheldHosts } = deps.grantUi(declared);
    response.set('Cache-Control', 'private, no-store').json({
      object: 'app',
      ...{ server, tool, uri, kind: documentKind(mime), mime: mime ?? null, is_base64: encoding === 'base64' },
      ...{ args: args ?? null, result: result ?? null },
      can_act: isOwner(owner, request, response, deps),
      proven_by: provenBy(owner, deps),
      granted: { csp, permissions },
      refused_origins: refusedOrigins,
      withheld_hosts: withheldHosts,
      prefers_border: prefersBorder ?? null,
      sandbox_url: sandboxUrl({ ref, owner }, pageOriginIn(request, deps.origins), deps),
      expires_at: new Date(expiresAtMs).toISOString(),
    });
  };
}

/**
 * The origin of ours that the page has: as it says itself, since a proxy may name another host to us than people know;
 * else that which the request names. Nothing when it is none of ours.
 */
function pageOriginIn({ query, headers }: Request<{ token: string }>, origins: OwnOrigins): string | undefined {
  const { page } = query;
  if (page === undefined) return origins.of(headers.host);
  if (typeof page !== 'string' || !URL.canParse(page)) return undefined;
  return origins.of(new URL(page).host) === page ? page : undefined;
}

/** Where the app runs, for this page of ours. Throws `sandbox_unusable` where it would not be apart from us. */
function sandboxUrl(
  { ref, owner }: Pick<OpenedApp, 'ref' | 'owner'>,
  ancestor: string | undefined,
  deps: DescribeDeps,
): string {
  if (ancestor === undefined) {
    throw new BridgeError(
      'sandbox_unusable',
      'Apps are not shown under this address: it is none that the service knows as its own. Set PUBLIC_URL to it.',
    );
  }
  const place = deps.place();
  if (isOwnOrigin(place, ref, deps.origins, ancestor)) {
    throw new BridgeError(
      'sandbox_unusable',
      'Apps are not shown: SANDBOX_URL has the same origin as the service itself, so they could read everything here. Give them another host name.',
    );
  }
  if (deps.isSandboxLocal && deps.origins.isPublic(ancestor)) {
    throw new BridgeError(
      'sandbox_unusable',
      'Apps are not shown: they run on an origin of their own, and SANDBOX_URL does not say where people reach it. Set SANDBOX_URL and SANDBOX_PORT.',
    );
  }
  return `${place.originOf(ref)}/${deps.passes.issue({ ref, ancestor, framedBy: framersOf(owner.channel, deps) })}`;
}

/** The document, as bytes that no browser runs here. */
export function appBodyRoute(deps: OpenDeps): RequestHandler<{ token: string }> {
  return async (request, response) => {
    const { app } = await openedApp(request.params.token, deps);
    const blob = await deps.blobs.get(app.bodyRef);
    if (!blob || 'expired' in blob) {
      throw new BridgeError('link_expired', 'The document of this app is not kept any more. Ask for the app again.');
    }
    response.attachment('app.txt').set({
      'Content-Type': 'application/octet-stream',
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'private, no-store',
    });
    response.end(blob.bytes);
  };
}
