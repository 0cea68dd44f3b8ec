import { z } from 'zod';
import type { AgentType } from '../protocol/agent.ts';
import type { ChannelType, ChannelTypes } from '../protocol/channel.ts';
import { type Endpoint, endpointSchema } from '../protocol/endpoint.ts';
import { checkSchema } from './check-schema.ts';
import { quoted } from './finding.ts';
import { allowedWords } from './likely-word.ts';
import type { Secrets } from './secrets.ts';
import type { YamlFile } from './yaml/read-yaml.ts';
import { findEntry, pathText } from './yaml/source.ts';

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

export interface CheckedChannels {
  /** Settings by channel, as the channel's own schema gives them. */
  settings: ReadonlyMap<string, unknown>;
  /** Where the updates of a channel go in the agent's place, by the channel's name. */
  forwards: ReadonlyMap<string, Endpoint>;
}

/** Settings by channel, each checked by its channel's own schema. Absent when there are errors. */
export async function checkChannels(
  keys: Readonly<Record<string, unknown>>,
  context: { file: YamlFile; secrets: Secrets; channels: ChannelTypes },
): Promise<CheckedChannels | undefined> {
  const { file, secrets, channels } = context;
  const checked = new Map<string, unknown>();
  const forwards = new Map<string, Endpoint>();
  let isWhole = true;
  for (const [name, settings] of Object.entries(keys)) {
    const path = ['channels', name];
    const channelType = channels.get(name);
    if (!channelType) {
      const sentence = `channels: ${quoted(name)} is not known here${allowedWords(name, [...channels.keys()])}`;
      file.findings.error(findEntry(file.root, path).entry.keyStart, sentence);
      continue;
    }
    const { own, forward } = apart(settings);
    if (forward !== undefined) {
      const endpoint = await checkForward(forward, channelType, context);
      if (endpoint) forwards.set(name, endpoint);
      else isWhole = false;
    }
    const where = { file, path, secrets, otherKeys: channelType.repliesPerRequest ? [] : ['forward'] };
    // `web:` with nothing below it means: with its defaults.
    const result = await checkSchema(channelType.settings, own ?? {}, where);
    if (result !== undefined) checked.set(name, result);
  }
  return isWhole && checked.size === Object.keys(keys).length ? { settings: checked, forwards } : undefined;
}

/** `forward` stands beside a channel's own keys and means the same on all of them. */
function apart(settings: unknown): { own: unknown; forward?: unknown } {
  if (typeof settings !== 'object' || settings === null || !('forward' in settings)) return { own: settings };
  const { forward, ...own } = settings;
  return { own, forward };
}

async function checkForward(
  forward: unknown,
  { name, repliesPerRequest }: ChannelType,
  { file, secrets }: { file: YamlFile; secrets: Secrets },
): Promise<Endpoint | undefined> {
  const path = ['channels', name, 'forward'];
  if (!repliesPerRequest) return checkSchema(endpointSchema, forward, { file, path, secrets });
  file.findings.error(
    findEntry(file.root, path).entry.keyStart,
    `${pathText(path)}: nothing can be forwarded here, since each request is answered itself. Use an agent of the type "http".`,
  );
  return undefined;
}
