import { createHmac, randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BridgeError, reasonOf } from './protocol/errors.ts';

/** Shortest secret that is taken, bytes. */
const MIN_SECRET_BYTES = 16;

/**
 * The service's secrets, the signing one first: those of the environment, else one that is made once and kept in the
 * data folder. `dataFolder` is absent where several instances share a database: what one of them seals, all must open.
 * Throws `secret_required` for one that is missing or too short, `data_unusable` when the folder cannot be written.
 */
export async function serviceSecrets(
  configured: readonly string[],
  dataFolder: string | undefined,
): Promise<readonly string[]> {
  if (configured.length > 0) {
    if (configured.some((secret) => Buffer.byteLength(secret) < MIN_SECRET_BYTES)) {
      throw new BridgeError(
        'secret_required',
        `A secret in FOOTBRIDGE_SECRET is shorter than ${MIN_SECRET_BYTES} bytes. Take a random one, e.g. of "openssl rand -hex 32".`,
      );
    }
    return configured;
  }
  if (dataFolder === undefined) {
    throw new BridgeError(
      'secret_required',
      'Cannot share a database without a shared secret: DATABASE_URL is set and FOOTBRIDGE_SECRET is not. Give every instance the same random one, e.g. of "openssl rand -hex 32".',
    );
  }
  const path = join(dataFolder, 'secret');
  try {
    await mkdir(dataFolder, { recursive: true, mode: 0o700 });
    // 'wx': a second process that starts at the same moment must not replace the first one's secret.
    await writeFile(path, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600 }).catch((error) => {
      if (error.code !== 'EEXIST') throw error;
    });
    return [(await readFile(path, 'utf8')).trim()];
  } catch (error) {
    throw new BridgeError(
      'data_unusable',
      `Cannot keep the service's secret in '${path}': ${reasonOf(error)}. Make the folder writable, or set FOOTBRIDGE_SECRET.`,
      { cause: error },
    );
  }
}

/** A secret for one purpose of each of the service's secrets, in their order. 64 hex digits each. */
export function derivedSecrets(secrets: readonly string[], label: string): string[] {
  return secrets.map((secret) => createHmac('sha256', secret).update(label).digest('hex'));
}
