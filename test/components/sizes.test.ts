import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { BUNDLE, haveBundle } from './bundle.ts';

beforeAll(haveBundle, 60_000);

/** What is loaded with a file, and not later: itself and all that it imports statically. */
function loadedWith(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  const text = readFileSync(file, 'utf8');
  for (const [, path] of text.matchAll(/(?:from|import)\s*["'](\.[^"']+)["']/g)) {
    loadedWith(resolve(dirname(file), path as string), found);
  }
  return found;
}

const gzipBytes = (files: Iterable<string>) =>
  [...files].reduce((bytes, file) => bytes + gzipSync(readFileSync(file)).length, 0);

describe('the bundle of the components', () => {
  it('is less than 40 kB compressed without charts and maps', () => {
    for (const entry of ['components.js', 'define.js']) {
      expect(gzipBytes(loadedWith(join(BUNDLE, entry)))).toBeLessThan(40_000);
    }
  });

  it('has charts and maps in files that are loaded on demand', () => {
    const first = [...loadedWith(join(BUNDLE, 'define.js'))].map((file) => file.slice(BUNDLE.length));
    const chunks = readdirSync(join(BUNDLE, 'chunks'));
    for (const name of [/^draw-chart-/, /^draw-map-/, /^maplibre-gl-worker-/]) {
      const chunk = chunks.find((file) => name.test(file)) ?? '';
      expect(chunk).toMatch(name);
      expect(first).not.toContain(`/chunks/${chunk}`);
    }
  });
});
