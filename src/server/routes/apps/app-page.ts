import { fileURLToPath } from 'node:url';
import express, { type RequestHandler } from 'express';
import type { SandboxPlace } from '../../../apps/sandbox/sandbox-place.ts';
import { BridgeError } from '../../../protocol/errors.ts';
import { framersOf, type OpenDeps, openedApp } from './opened-app.ts';

/** The bundle is beside the source, whichever of `src/` and `dist/` runs. */
const BUNDLE = fileURLToPath(new URL('../../../../dist/web/apps/', import.meta.url));

/** Addresses are relative: the service may be known under a path. */
const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>App</title>
<link rel="stylesheet" href="assets/app-page.css">
<script type="module" src="assets/app-page.js"></script>
<body>
<main id="app"><noscript>This page needs JavaScript.</noscript></main>
</body>
</html>
`;

export interface PageDeps extends OpenDeps {
  place: () => SandboxPlace;
}

/**
 * The page that shows an app: the same for everybody and every app, also where there is none. What it shows it asks for
 * itself, in the name of whoever looks at it, and so it says in their language why it cannot.
 */
export function appPageRoute(deps: PageDeps): RequestHandler<{ token: string }> {
  return async (request, response) => {
    const opened = await openedApp(request.params.token, deps).catch(refusalIn);
    const isOpen = !(opened instanceof BridgeError);
    const owners = isOpen ? [opened.owner.channel] : [...deps.pipeline.channels.keys()];
    const framedBy = new Set(owners.flatMap((channel) => framersOf(channel, deps)));
    const frames = isOpen ? deps.place().originOf(opened.ref) : "'none'";
    // Who may show it in a frame is in its policy, which knows more than one.
    response.removeHeader('X-Frame-Options');
    response
      .status(isOpen ? 200 : opened.status)
      .set({
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': policy(frames, ["'self'", ...framedBy]),
        'Referrer-Policy': 'no-referrer',
        'Cache-Control': 'no-store',
        // The address is the right to see it.
        'X-Robots-Tag': 'noindex',
      })
      .send(PAGE);
  };
}

/** What a person can be told; throws everything else. */
function refusalIn(error: unknown): BridgeError {
  if (error instanceof BridgeError && error.status < 500) return error;
  throw error;
}

function policy(frames: string, framedBy: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    `frame-src ${frames}`,
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${framedBy.join(' ')}`,
  ].join('; ');
}

export function appAssets(): RequestHandler {
  // A newer version of the service must not run with an older script.
  return express.static(BUNDLE, {
    index: false,
    redirect: false,
    setHeaders: (response) => response.setHeader('cache-control', 'no-cache'),
  });
}
