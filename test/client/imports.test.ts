import { readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** What a module imports when it runs, and what that imports, and so on. */
function modulesOf(file: string, found = new Map<string, string[]>()): Map<string, string[]> {
  if (found.has(file)) return found;
  const text = readFileSync(file, 'utf8');
  const imports = [...text.matchAll(/^(?:import|export)\s[^;]*?from\s+'([^']+)';|^import\s+'([^']+)';/gm)]
    .filter(([statement]) => !/^(?:import|export)\s+type\s/.test(statement))
    .map(([, named, bare]) => named ?? bare ?? '');
  found.set(file, imports);
  for (const one of imports) if (one.startsWith('.')) modulesOf(resolve(dirname(file), one), found);
  return found;
}

describe('the client library', () => {
  it('runs anywhere: it imports nothing but itself and the pure words of the protocol', () => {
    const modules = modulesOf(resolve(root, 'src/client/entry.ts'));
    modulesOf(resolve(root, 'src/client/charts.ts'), modules);
    expect(modules.size).toBeGreaterThan(10);
    expect([...modules.values()].flat().filter((one) => !one.startsWith('.'))).toEqual([]);
    const elsewhere = [...modules.keys()]
      .map((file) => relative(root, file))
      .filter((file) => !/^src\/(?:client|protocol\/ui)\//.test(file));
    expect(elsewhere).toEqual([]);
  });

  it('costs a bundle no more than what is used of it, and all of it less than 12 kB', async () => {
    expect(await gzipBytesOf('export { parseUiWidgets }')).toBeLessThan(400);
    expect(await gzipBytesOf('export { reduceMuxi, NOTHING_YET, followTurn }')).toBeLessThan(3_000);
    expect(await gzipBytesOf('export { chatStream, resumeStream }')).toBeLessThan(5_000);
    expect(await gzipBytesOf('export *')).toBeLessThan(12_000);
  });
});

/** Size of a page's script that takes this of the library, minified and compressed as a server sends it. */
async function gzipBytesOf(exported: string): Promise<number> {
  const id = 'virtual-app';
  const output = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { input: id, preserveEntrySignatures: 'strict', output: { format: 'es' } },
    },
    plugins: [
      {
        name: id,
        enforce: 'pre',
        resolveId: (asked) => (asked.endsWith(id) ? `\0${id}` : undefined),
        load: (asked) =>
          asked === `\0${id}` ? `${exported} from ${JSON.stringify(`${root}dist/client/entry.js`)}` : undefined,
      },
    ],
  });
  const { output: chunks } = output as { output: { code: string }[] };
  return gzipSync(chunks.map(({ code }) => code).join('')).length;
}
