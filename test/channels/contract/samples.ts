import { existsSync, readFileSync } from 'node:fs';

/** Recorded payloads of a platform. They stand beside the checkout, in the shared folder. */
export function samplesOf(channel: string) {
  const folder = new URL(`../../../../shared/samples/${channel}/`, import.meta.url);
  return {
    missing: existsSync(folder) ? undefined : 'the shared folder with the recorded payloads is not there',
    read: (name: string): unknown => JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8')),
  };
}
