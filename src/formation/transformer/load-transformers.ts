import { readdir } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { ChannelTypes } from '../../protocol/channel.ts';
import { type Finding, wholeFileError } from '../finding.ts';
import type { Secrets } from '../secrets.ts';
import { errnoOf } from '../yaml/read-text.ts';
import { readYaml } from '../yaml/read-yaml.ts';
import { compileTransformer } from './compile.ts';
import type { FormationTransformer } from './formation-transformer.ts';
import { type NativeUi, transformerVariables, type Variables } from './variables.ts';

export interface LoadedTransformers {
  /** Those without errors, by name. */
  transformers: ReadonlyMap<string, FormationTransformer>;
  /** Names of all files, also of those with errors. */
  names: readonly string[];
  findings: Finding[];
}

/**
 * Reads the bundled transformers and the formation's own, which shadow those of the same name.
 *
 * What a bundled transformer names as `ui.<channel>.<name>` is what that channel has; so a typing mistake in a
 * formation's own is found. A channel without a bundled transformer takes any name.
 */
export async function loadTransformers(options: {
  folder: string;
  bundledTransformers: string;
  channels: ChannelTypes;
  secrets: Secrets;
  /** Hosts inside that an endpoint may be at. Absent where they could not be read: then hosts are not checked. */
  allowHosts: readonly string[] | undefined;
}): Promise<LoadedTransformers> {
  const { secrets } = options;
  const nativeUi = new Map<string, Set<string>>(Array.from(options.channels.keys(), (name) => [name, new Set()]));
  const bundled = await loadFolder(options.bundledTransformers, {
    isRequired: true,
    secrets,
    variables: transformerVariables(undefined),
    onVariable([family, channel, name]) {
      if (family !== 'ui' || channel === undefined || name === undefined) return;
      nativeUi.set(channel, (nativeUi.get(channel) ?? new Set()).add(name));
    },
  });
  const own = await loadFolder(join(options.folder, 'transformers'), {
    isRequired: false,
    secrets,
    allowHosts: options.allowHosts,
    variables: transformerVariables(nativeUi satisfies NativeUi),
  });
  const shadowing = new Set(own.names);
  const transformers = new Map([...bundled.transformers].filter(([name]) => !shadowing.has(name)));
  for (const [name, transformer] of own.transformers) transformers.set(name, transformer);
  return {
    transformers,
    names: [...new Set([...bundled.names, ...own.names])],
    findings: [...bundled.findings, ...own.findings],
  };
}

async function loadFolder(
  folder: string,
  context: {
    isRequired: boolean;
    secrets: Secrets;
    allowHosts?: readonly string[] | undefined;
    variables: Variables;
    onVariable?: (path: readonly string[]) => void;
  },
): Promise<LoadedTransformers> {
  const findings: Finding[] = [];
  const transformers = new Map<string, FormationTransformer>();
  const files = new Map<string, string>();
  for (const fileName of await namesIn(folder, { ...context, findings })) {
    const file = join(folder, fileName);
    const name = basename(fileName, extname(fileName));
    const other = files.get(name);
    files.set(name, fileName);
    if (other !== undefined) {
      findings.push(wholeFileError(file, `There is also ${other} in this folder. Keep one of them.`));
      continue;
    }
    const yaml = await readYaml(file);
    if (Array.isArray(yaml)) {
      findings.push(...yaml);
      continue;
    }
    const transformer = await compileTransformer({ ...context, file: yaml }, name);
    if (transformer) transformers.set(name, transformer);
    findings.push(...yaml.findings.all());
  }
  return { transformers, names: [...files.keys()], findings };
}

async function namesIn(folder: string, context: { isRequired: boolean; findings: Finding[] }): Promise<string[]> {
  try {
    const names = await readdir(folder);
    return names.filter((name) => /^[^.].*\.ya?ml$/.test(name)).sort();
  } catch (error) {
    const errno = errnoOf(error);
    if (context.isRequired || errno !== 'ENOENT') {
      context.findings.push(wholeFileError(folder, `The folder cannot be read (${errno}).`));
    }
    return [];
  }
}
