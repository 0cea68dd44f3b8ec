import type { BlobStore } from '../protocol/blob-store.ts';
import type { ChannelMemory } from '../protocol/channel-memory.ts';
import type { Log } from '../protocol/log.ts';
import type { AppKeeper } from '../protocol/ui/app-keeper.ts';
import { type AppLinks, createAppLinks } from './app-links.ts';
import { createAppKeeper } from './create-app-keeper.ts';
import { createGrantUi, type GrantUi } from './granted-ui.ts';
import { createOwnOrigins, type OwnOrigins } from './own-origins.ts';
import { createSandboxPasses, type SandboxPasses } from './sandbox/sandbox-pass.ts';
import { createSandboxPlace, type SandboxPlace } from './sandbox/sandbox-place.ts';
import { startSandboxServer } from './sandbox/sandbox-server.ts';
import { createViewContexts, type ViewContexts } from './view-contexts.ts';

/** The host of MCP Apps: what keeps them, and the origin on which they run. */
export interface Apps {
  keeper: AppKeeper;
  contexts: ViewContexts;
  /** What their pages need. */
  pages: {
    links: AppLinks;
    blobs: BlobStore;
    passes: SandboxPasses;
    place: () => SandboxPlace;
    origins: OwnOrigins;
    grantUi: GrantUi;
    isSandboxLocal: boolean;
    contexts: ViewContexts;
  };
  close(): Promise<void>;
}

/** Starts the second origin. Throws `environment_invalid` when its port cannot be listened on. */
export async function startApps(options: {
  /** Where the service itself listens. */
  host: string;
  /** Absent = any free port of this machine, for this machine. */
  sandboxPort: number | undefined;
  /** Under which people reach that port. Absent = names below `localhost`. */
  sandboxUrl: string | undefined;
  /** Hosts that apps may reach: `host`, or `*.host`. Absent = those that each declares. */
  allowedHosts: readonly string[] | undefined;
  publicUrl: string | undefined;
  /** Where the service listens, as a URL; known once it does. */
  url: () => string;
  blobs: BlobStore;
  memory: ChannelMemory;
  secrets: readonly string[];
  now: () => number;
  log: Log;
}): Promise<Apps> {
  const { blobs, memory, secrets, now, log, publicUrl, url, sandboxUrl, sandboxPort } = options;
  const links = createAppLinks({ secrets, now });
  const passes = createSandboxPasses({ secrets, now });
  const grantUi = createGrantUi(options.allowedHosts);
  const contexts = createViewContexts({ blobs, memory, now });
  const origins = createOwnOrigins({ publicUrl, url });
  const listening = { host: sandboxPort === undefined ? '127.0.0.1' : options.host, port: sandboxPort ?? 0 };
  let known: SandboxPlace | undefined;
  const place = () => {
    known ??= createSandboxPlace(sandboxUrl ?? `http://*.localhost:${server.port}`);
    return known;
  };
  const server = await startSandboxServer(listening, { blobs, passes, place, grantUi, log });
  return {
    keeper: createAppKeeper({ blobs, links, baseUrl: () => publicUrl ?? url(), grantUi, now, log }),
    contexts,
    pages: { links, blobs, passes, place, origins, grantUi, isSandboxLocal: sandboxUrl === undefined, contexts },
    close: () => server.close(),
  };
}
