import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('../../', import.meta.url));
const built = join(root, 'dist/web/apps/app-page.js');
const sources = ['src/client/apps', 'src/protocol', 'vite.apps.config.ts'].map((path) => join(root, path));

/** Builds the page of apps, unless what is there is newer than its sources. */
export async function haveBundle(): Promise<void> {
  const newest = Math.max(...sources.flatMap(filesOf).map((file) => statSync(file).mtimeMs));
  if (existsSync(built) && statSync(built).mtimeMs > newest) return;
  await build({ root, configFile: join(root, 'vite.apps.config.ts'), logLevel: 'error' });
}

function filesOf(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
