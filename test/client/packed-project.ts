import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { scratchFolder } from '../e2e/scratch.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const TSC = join(root, 'node_modules/typescript/bin/tsc');

/** A project of somebody else that has the packed package installed, and nothing else. */
export interface PackedProject {
  folder: string;
  /** What a script prints that runs in it with Node. */
  run(script: string): Promise<string>;
  /** What the compiler finds in a file, in a strict project that knows nothing of Node. */
  faultsIn(source: string, modules: ModuleKind): Promise<string>;
  remove(): Promise<void>;
}

export type ModuleKind = readonly [module: string, moduleResolution: string];
export const MODULE_KINDS: readonly ModuleKind[] = [
  ['NodeNext', 'NodeNext'],
  ['ESNext', 'Bundler'],
];

export async function packedProject(): Promise<PackedProject> {
  const folder = await mkdtemp(join(scratchFolder(), 'footbridge-pack-'));
  const installed = join(folder, 'node_modules/footbridge');
  await mkdir(installed, { recursive: true });
  const packed = execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], {
    cwd: root,
    encoding: 'utf8',
  }).trim();
  execFileSync('tar', ['-xzf', join(folder, packed), '--strip-components=1', '-C', installed]);
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  return {
    folder,
    async run(script) {
      await writeFile(join(folder, 'use.js'), script);
      return execFileSync(process.execPath, ['use.js'], { cwd: folder, encoding: 'utf8' });
    },
    async faultsIn(source, [module, moduleResolution]) {
      await writeFile(join(folder, 'use.ts'), source);
      const compilerOptions = {
        module,
        moduleResolution,
        target: 'ES2022',
        lib: ['ES2023', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
        types: [],
        strict: true,
        exactOptionalPropertyTypes: true,
        skipLibCheck: false,
        noEmit: true,
      };
      await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['use.ts'] }));
      try {
        return execFileSync(TSC, ['-p', '.'], { cwd: folder, encoding: 'utf8' });
      } catch (error) {
        return String((error as { stdout?: unknown }).stdout);
      }
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
