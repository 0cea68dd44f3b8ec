import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

it('the emulators know the log, Node and libraries of the wire, and nothing of the bridge that they are to test', () => {
  const folder = fileURLToPath(new URL('../../src/emulators/', import.meta.url));
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    // The file that starts them knows the channels they stand in for.
    (name) => name.endsWith('.ts') && name !== 'start.ts',
  );
  const imported = files.flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/from '([^']+)'/g)].map(([, path = '']) =>
      path.startsWith('.') ? relative(folder, join(folder, dirname(file), path)) : path,
    ),
  );
  const foreign = imported.filter(
    (path) => path.startsWith('..') || !(path.startsWith('node:') || path.endsWith('.ts')),
  );
  const libraries = ['ws', 'smtp-server', 'mailparser', 'nodemailer'];
  expect(new Set(foreign.filter((path) => !libraries.includes(path)))).toEqual(new Set(['../protocol/log.ts']));
});
