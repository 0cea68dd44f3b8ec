import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const folder = new URL('../../../src/emulators/telegram/', import.meta.url);

it('the emulator knows the log and Node, and nothing of the bridge that it is to test', () => {
  const imported = readdirSync(folder).flatMap((file) =>
    [...readFileSync(new URL(file, folder), 'utf8').matchAll(/from '([^']+)'/g)].map(([, path]) => path as string),
  );
  const foreign = imported.filter((path) => !path.startsWith('./') && !path.startsWith('node:'));
  expect(new Set(foreign)).toEqual(new Set(['../../protocol/log.ts']));
});
