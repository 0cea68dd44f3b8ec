import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ERROR_CODES } from '../../src/protocol/errors.ts';
import { NOTE_CODES } from '../../src/protocol/notes.ts';

const src = fileURLToPath(new URL('../../src/', import.meta.url));
const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

/** Codes in the first column of the README's table under a heading. */
function tableUnder(heading: string): string[] {
  const section = readme.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  return [...section.matchAll(/^\| `([a-z_]+)` \|/gm)].map((match) => match[1] as string);
}

describe('the README explains every code', () => {
  it('has one line for each error code, and no other', () => {
    expect(tableUnder('Error codes').sort()).toEqual(Object.keys(ERROR_CODES).sort());
  });

  it('has one line for each note code, and no other', () => {
    expect(tableUnder('Note codes').sort()).toEqual([...NOTE_CODES].sort());
  });

  it('has no code that nothing gives', () => {
    const source = readdirSync(src, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.name.endsWith('.ts') && !['errors.ts', 'notes.ts'].includes(entry.name))
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
      .join('\n');
    const codes = [...Object.keys(ERROR_CODES), ...NOTE_CODES];
    expect(codes.filter((code) => !source.includes(`'${code}'`))).toEqual([]);
  });
});
