import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Finding, wholeFileError } from './finding.ts';
import { errnoOf } from './yaml/read-text.ts';

const NAMES = ['formation.afs', 'formation.yaml', 'formation.yml'];

/** The formation file of a folder. Several are an error, for nobody could tell which one counts. */
export async function findFormationFile(folder: string): Promise<{ file?: string; findings: Finding[] }> {
  const expected = join(folder, 'formation.afs');
  let names: string[];
  try {
    names = await readdir(folder);
  } catch (error) {
    return { findings: [wholeFileError(expected, `The folder cannot be read (${errnoOf(error)}).`)] };
  }
  const [first, ...others] = NAMES.filter((name) => names.includes(name));
  if (first === undefined) {
    return { findings: [wholeFileError(expected, `There is no formation here. Write one of: ${NAMES.join(', ')}.`)] };
  }
  const file = join(folder, first);
  const findings = others.map((name) =>
    wholeFileError(join(folder, name), `There is also ${first} in this folder. Keep one of them.`),
  );
  return { file, findings };
}
