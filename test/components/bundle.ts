import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('../../', import.meta.url));
const sources = ['src/components', 'src/client', 'src/protocol', 'vite.components.config.ts'];

/** Where the bundle of the components is. */
export const BUNDLE = join(root, 'dist/web/components');

/** Builds the components, unless what is there is newer than its sources. */
export async function haveBundle(): Promise<void> {
  const built = join(BUNDLE, 'components.js');
  const newestMs = Math.max(
    ...sources.flatMap((path) => filesOf(join(root, path))).map((file) => statSync(file).mtimeMs),
  );
  if (existsSync(built) && statSync(built).mtimeMs > newestMs) return;
  await build({ root, configFile: join(root, 'vite.components.config.ts'), logLevel: 'error' });
}

function filesOf(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
