import { fileURLToPath } from 'node:url';
import express, { type RequestHandler } from 'express';

/** The bundle is in `dist/`, whichever of `src/` and `dist/` runs. */
const BUNDLE = fileURLToPath(new URL('../../../dist/web/components/', import.meta.url));

/**
 * The web components, for pages without a bundler. They are the same for everybody, and a page of another origin gets
 * them when that may call the API. Nothing of them is kept by a browser without asking whether it is still the same,
 * but what has its content's hash in its name.
 */
export function componentsRoute(): RequestHandler {
  return express.static(BUNDLE, {
    index: false,
    redirect: false,
    etag: true,
    setHeaders: (response, path) => {
      const isFixed = /[/\\]chunks[/\\]/.test(path);
      response.setHeader('Cache-Control', isFixed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
}
