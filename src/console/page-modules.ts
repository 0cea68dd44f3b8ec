import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { RequestHandler } from 'express';

/** The compiled files are beside this file's folder both when it is source and when it is one of them. */
const COMPILED = new URL('../../dist/', import.meta.url);
const ENTRIES = ['client/sse.js'];
const IMPORT = /^(?:import|export)\s[^;]*?from\s*'(\.[^']+)';/gm;

/**
 * What the page takes from the client library, as it was compiled for everybody: that and what it imports, and no other file.
 * They are found when the first is asked for.
 */
export function pageModules(): RequestHandler {
  let files: ReadonlyMap<string, URL> | undefined;
  return (request, response, next) => {
    files ??= modulesFrom(ENTRIES);
    const file = files.get(request.path.slice(1));
    if (!file) return next();
    // A newer version of the service must not run with an older script.
    response.set({ 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' });
    response.sendFile(fileURLToPath(file), { cacheControl: false });
  };
}

/** By path from the folder of compiled files. */
function modulesFrom(entries: readonly string[]): Map<string, URL> {
  const found = new Map<string, URL>();
  const open = entries.map((entry) => new URL(entry, COMPILED));
  for (let file = open.pop(); file; file = open.pop()) {
    const path = file.href.slice(COMPILED.href.length);
    if (found.has(path) || !file.href.startsWith(COMPILED.href) || !existsSync(file)) continue;
    found.set(path, file);
    for (const [, imported] of readFileSync(file, 'utf8').matchAll(IMPORT))
      open.push(new URL(imported as string, file));
  }
  return found;
}
