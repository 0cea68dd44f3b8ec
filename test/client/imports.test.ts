import { readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
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
    expect(modules.size).toBeGreaterThan(10);
    expect([...modules.values()].flat().filter((one) => !one.startsWith('.'))).toEqual([]);
    const elsewhere = [...modules.keys()]
      .map((file) => relative(root, file))
      .filter((file) => !/^src\/(?:client|protocol\/ui)\//.test(file));
    expect(elsewhere).toEqual([]);
  });

  it('costs a bundle no more than what is used of it', async () => {
    const sizeOf = async (names: string) => {
      const id = 'virtual-app';
      const output = await build({
        root,
        configFile: false,
        logLevel: 'silent',
        build: { write: false, lib: { entry: id, formats: ['es'] }, minify: true },
        plugins: [
          {
            name: id,
            enforce: 'pre',
            resolveId: (asked) => (asked.endsWith(id) ? `\0${id}` : undefined),
            load: (asked) =>
              asked === `\0${id}`
                ? `export { ${names} } from ${JSON.stringify(`${root}dist/client/entry.js`)}`
                : undefined,
          },
        ],
      });
      const [{ output: chunks }] = output as { output: { code: string }[] }[] as [{ output: { code: string }[] }];
      return chunks.reduce((bytes, { code }) => bytes + code.length, 0);
    };
    expect(await sizeOf('parseUiWidgets')).toBeLessThan(500);
    expect(await sizeOf('reduceMuxi, NOTHING_YET, followTurn')).toBeLessThan(7_000);
  });
});
