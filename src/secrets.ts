import { createHmac, randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BridgeError, reasonOf } from './protocol/errors.ts';

/** Shortest secret that is taken, bytes. */
const MIN_SECRET_BYTES = 16;

/**
 * The service's secrets, the signing one first: those of the environment, else one that is made once and kept in the data folder.
 * Throws `secret_required` for one that is too short, `data_unusable` when the folder cannot be written.
 */
export async function serviceSecrets(configured: readonly string[], dataFolder: string): Promise<readonly string[]> {
  if (configured.length > 0) {
    if (configured.some((secret) => Buffer.byteLength(secret) < MIN_SECRET_BYTES)) {
      throw new BridgeError(
        'secret_required',
        `A secret in FOOTBRIDGE_SECRET is shorter than ${MIN_SECRET_BYTES} bytes. Take a random one, e.g. of "openssl rand -hex 32".`,
      );
    }
    return configured;
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

/** A secret for one purpose, derived from the signing secret. 64 hex digits. */
export function derivedSecret(secrets: readonly string[], label: string): string {
  return createHmac('sha256', secrets[0] ?? '')
    .update(label)
    .digest('hex');
}
