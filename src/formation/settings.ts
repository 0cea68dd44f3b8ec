import { z } from 'zod';
import type { AgentType } from '../protocol/agent.ts';
import type { ChannelTypes } from '../protocol/channel.ts';
import { checkSchema } from './check-schema.ts';
import { quoted } from './finding.ts';
import { allowedWords } from './likely-word.ts';
import type { Secrets } from './secrets.ts';
import type { YamlFile } from './yaml/read-yaml.ts';
import { findEntry } from './yaml/source.ts';

/** The one agent backend, checked by the schema of its type. Absent when there are errors. */
export async function checkAgent(
  keys: unknown,
  context: { file: YamlFile; secrets: Secrets; agents: ReadonlyMap<string, AgentType> },
): Promise<{ type: string; settings: unknown } | undefined> {
  const { agents } = context;
  const where = { ...context, path: ['agent'] };
  const types = [...agents.keys()];
  const backend = z.looseObject(
    { type: z.enum(types) },
    { error: `expected the one backend: its "type" (${types.join(', ')}) and its settings.` },
  );
  const found = await checkSchema(backend, keys, where);
  const agentType = found && agents.get(found.type);
  if (!agentType) return undefined;
  const { type, ...own } = found;
  const settings = await checkSchema(agentType.settings, own, where);
  return settings === undefined ? undefined : { type, settings };
}

/** Settings by channel, each checked by its channel's own schema. Absent when there are errors. */
export async function checkChannels(
  keys: Readonly<Record<string, unknown>>,
  context: { file: YamlFile; secrets: Secrets; channels: ChannelTypes },
): Promise<ReadonlyMap<string, unknown> | undefined> {
  const { file, secrets, channels } = context;
  const checked = new Map<string, unknown>();
  for (const [name, settings] of Object.entries(keys)) {
    const path = ['channels', name];
    const channelType = channels.get(name);
    if (!channelType) {
      const sentence = `channels: ${quoted(name)} is not known here${allowedWords(name, [...channels.keys()])}`;
      file.findings.error(findEntry(file.root, path).entry.keyStart, sentence);
      continue;
    }
    // `web:` with nothing below it means: with its defaults.
    const result = await checkSchema(channelType.settings, settings ?? {}, { file, path, secrets });
    if (result !== undefined) checked.set(name, result);
  }
  return checked.size === Object.keys(keys).length ? checked : undefined;
}
