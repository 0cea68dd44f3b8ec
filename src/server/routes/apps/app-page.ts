import { fileURLToPath } from 'node:url';
import express, { type RequestHandler } from 'express';
import type { SandboxPlace } from '../../../apps/sandbox/sandbox-place.ts';
import { BridgeError } from '../../../protocol/errors.ts';
import { renderPage } from '../../page.ts';
import { type OpenDeps, openedApp } from './opened-app.ts';

/** The bundle is beside the source, whichever of `src/` and `dist/` runs. */
const BUNDLE = fileURLToPath(new URL('../../../../dist/web/apps/', import.meta.url));

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>App</title>
<link rel="stylesheet" href="/apps/assets/app-page.css">
<script type="module" src="/apps/assets/app-page.js"></script>
<body>
<main id="app"><noscript>This page needs JavaScript.</noscript></main>
</body>
</html>
`;

export interface PageDeps extends OpenDeps {
  place: () => SandboxPlace;
}

/**
 * The page that shows an app: the same for everybody and every app. What it shows it asks for itself, in the name of
 * whoever looks at it.
 */
export function appPageRoute(deps: PageDeps): RequestHandler<{ token: string }> {
  return async (request, response) => {
    let opened: Awaited<ReturnType<typeof openedApp>>;
    try {
      opened = await openedApp(request.params.token, deps);
    } catch (error) {
      if (!(error instanceof BridgeError) || error.status >= 500) throw error;
      const { html, headers } = renderPage({ title: 'This app cannot be opened', lines: [error.message] });
      response.status(error.status).set(headers).send(html);
      return;
    }
    const { ref, owner } = opened;
    const viewers = deps.pipeline.channels.get(owner.channel)?.connection.pageViewers;
    const framedBy = ["'self'", ...deps.access.origins, ...(viewers?.framedBy ?? [])];
    // Who may show it in a frame is in its policy, which knows more than one.
    response.removeHeader('X-Frame-Options');
    response
      .set({
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': policy(deps.place().originOf(ref), framedBy),
        'Referrer-Policy': 'no-referrer',
        'Cache-Control': 'no-store',
      })
      .send(PAGE);
  };
}

function policy(sandbox: string, framedBy: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    `frame-src 'self' ${sandbox}`,
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
