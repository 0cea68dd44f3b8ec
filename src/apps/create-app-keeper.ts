import type { BlobStore } from '../protocol/blob-store.ts';
import type { Log } from '../protocol/log.ts';
import type { AppKeeper } from '../protocol/ui/app-keeper.ts';
import type { AppLinks } from './app-links.ts';
import type { GrantUi } from './granted-ui.ts';
import { APP_TTL_MS, keepApp } from './kept-app.ts';

/** Keeps apps and signs their links. `baseUrl` is ours, without a trailing slash, as it is at that moment. */
export function createAppKeeper(deps: {
  blobs: BlobStore;
  links: AppLinks;
  baseUrl: () => string;
  grantUi: GrantUi;
  now: () => number;
  log: Log;
}): AppKeeper {
  const { blobs, links, baseUrl, grantUi, now, log } = deps;
  const placeOf = (token: string) => ({ token, url: `${baseUrl()}/apps/${token}` });
  return {
    async keep(app) {
      const kept = await keepApp(app, { blobs, nowMs: now() });
      if (kept) {
        const { server, tool } = app;
        const { csp, permissions, refusedOrigins, withheldHosts } = grantUi(kept.declared);
        const granted = { csp, permissions, refused_origins: refusedOrigins, withheld_hosts: withheldHosts };
        log.info({ server, tool, ...granted }, 'app.kept');
      }
      return kept && placeOf(links.issue({ ref: kept.ref, expiresAtMs: kept.expiresAtMs, owner: app.owner }));
    },
    previewOf: ({ owner }) => placeOf(links.issue({ ref: 'preview', owner, expiresAtMs: now() + APP_TTL_MS })),
  };
}
