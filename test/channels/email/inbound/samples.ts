import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../../../../shared/samples/email/', import.meta.url));

/** Why there are no sample mails here; nothing when there are. */
export const noSamples: string | undefined = existsSync(folder) ? undefined : `no sample mails in ${folder}`;

export const sampleFolder = folder;

export function sampleMail(name: string): Buffer {
  return readFileSync(join(folder, name));
}
