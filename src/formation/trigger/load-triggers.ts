import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Trigger } from '../../protocol/trigger.ts';
import { type Finding, quoted, wholeFileError } from '../finding.ts';
import { allowedWords } from '../likely-word.ts';
import type { Secrets } from '../secrets.ts';
import type { LoadedTransformers } from '../transformer/load-transformers.ts';
import { webhookUrlProblem } from '../webhook-url.ts';
import { errnoOf } from '../yaml/read-text.ts';
import type { YamlFile } from '../yaml/read-yaml.ts';
import { findEntry } from '../yaml/source.ts';
import { compileTrigger } from './compile.ts';
import { readTriggerFile } from './read-trigger-file.ts';

/** It goes into URLs and into the names of conversations. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;
const ENDING = '.md';

interface Context {
  folder: string;
  secrets: Secrets;
  templates: LoadedTransformers;
  /** Absent where they could not be read: then hosts are not checked. */
  allowHosts: readonly string[] | undefined;
}

/** Reads the triggers of a formation, `triggers/<name>.md`. There need be none. */
export async function loadTriggers(
  context: Context,
): Promise<{ triggers: ReadonlyMap<string, Trigger>; findings: Finding[] }> {
  const folder = join(context.folder, 'triggers');
  const findings: Finding[] = [];
  const triggers = new Map<string, Trigger>();
  for (const fileName of await namesIn(folder, findings)) {
    const path = join(folder, fileName);
    const name = fileName.slice(0, -ENDING.length);
    if (!NAME.test(name)) {
      const rule = 'a trigger is named by up to 64 letters, digits, "_" and "-". Rename the file.';
      findings.push(wholeFileError(path, `${quoted(name)} is no name: ${rule}`));
      continue;
    }
    const read = await readTriggerFile(path);
    if (Array.isArray(read)) {
      findings.push(...read);
      continue;
    }
    const trigger = await compileTrigger(read, name, context.secrets);
    if (trigger) {
      checkDestination(trigger, read.file, context);
      triggers.set(name, trigger);
    }
    findings.push(...read.file.findings.all());
  }
  return { triggers, findings };
}

/** Whether the answer can go where the trigger sends it. */
function checkDestination({ transformer, url }: Trigger, file: YamlFile, { templates, allowHosts }: Context): void {
  const report = (key: string, sentence: string) =>
    file.findings.error(findEntry(file.root, [key]).entry.value.start, `${key}: ${sentence}`);
  const problem = url !== undefined && allowHosts ? webhookUrlProblem(url, allowHosts) : undefined;
  if (problem !== undefined) report('webhook', `${problem}.`);
  if (transformer === undefined) return;
  if (!templates.names.includes(transformer)) {
    report('transformer', `found ${quoted(transformer)}${allowedWords(transformer, templates.names)}`);
    return;
  }
  const template = templates.transformers.get(transformer);
  if (template && !template.endpoint && url === undefined) {
    report('transformer', `${quoted(transformer)} has no endpoint. Add a "webhook" here, or an endpoint there.`);
  }
}

async function namesIn(folder: string, findings: Finding[]): Promise<string[]> {
  try {
    const names = await readdir(folder);
    return names.filter((name) => !name.startsWith('.') && name.endsWith(ENDING)).sort();
  } catch (error) {
    const errno = errnoOf(error);
    if (errno !== 'ENOENT') findings.push(wholeFileError(folder, `The folder cannot be read (${errno}).`));
    return [];
  }
}
