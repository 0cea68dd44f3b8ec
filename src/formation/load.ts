import type { AgentType } from '../protocol/agent.ts';
import type { ChannelTypes } from '../protocol/channel.ts';
import { checkSchema } from './check-schema.ts';
import { crossCheck } from './cross-check.ts';
import { type Finding, sortFindings } from './finding.ts';
import type { Formation } from './formation.ts';
import { findFormationFile } from './formation-file.ts';
import { type FormationKeys, formationSchema } from './schema.ts';
import { Secrets } from './secrets.ts';
import { type CheckedChannels, checkAgent, checkChannels } from './settings.ts';
import { type LoadedTransformers, loadTransformers } from './transformer/load-transformers.ts';
import { loadTriggers } from './trigger/load-triggers.ts';
import { readYaml, type YamlFile } from './yaml/read-yaml.ts';
import { toPlain } from './yaml/source.ts';

export interface FormationOptions {
  /** Folder of the formation. */
  folder: string;
  /** Folder of the transformers that come with the program. */
  bundledTransformers: string;
  /** Where `secrets.*` come from. A `.env` file is the caller's to read. */
  env: Readonly<Record<string, string | undefined>>;
  channels: ChannelTypes;
  agents: ReadonlyMap<string, AgentType>;
  /** Codes of the sentences to people that a formation may word itself. */
  sentenceCodes: readonly string[];
}

/**
 * Reads and checks a formation, all its transformers and triggers. Never throws: whatever is wrong becomes findings, all at once,
 * by file and place. The formation is there only when none of them is an error.
 */
export async function loadFormation(
  options: FormationOptions,
): Promise<{ formation?: Formation; findings: Finding[] }> {
  const secrets = new Secrets(options.env);
  const { file: path, findings } = await findFormationFile(options.folder);
  const file = path === undefined ? [] : await readYaml(path);
  const read = Array.isArray(file) ? undefined : await readKeys(file, { ...options, secrets });
  const allowHosts = read?.keys?.async.allowHosts;
  const templates = await loadTransformers({ ...options, secrets, allowHosts });
  findings.push(...templates.findings);
  const keys = read && (await checkFormation(read, { ...options, secrets, templates }));
  findings.push(...(Array.isArray(file) ? file : file.findings.all()));
  const { triggers, findings: ofTriggers } = await loadTriggers({ ...options, secrets, templates, allowHosts });
  findings.push(...ofTriggers);
  const isUsable = keys && findings.every(({ severity }) => severity !== 'error');
  return { ...(isUsable && { formation: { ...keys, triggers } }), findings: sortFindings(findings) };
}

/** The file of a formation, as it is written and as its schema has it. */
interface ReadKeys {
  file: YamlFile;
  plain: Readonly<Record<string, unknown>>;
  /** Absent when some of them are wrong. */
  keys: FormationKeys | undefined;
}

async function readKeys(file: YamlFile, context: FormationOptions & { secrets: Secrets }): Promise<ReadKeys> {
  const { secrets } = context;
  const plain = toPlain(file.root, (node, path) =>
    // An agent may have placeholders of its own, e.g. a script's `turn.*`.
    secrets.fill({ file, node, path }, { leaveOthers: path[0] === 'agent' }),
  ) as Readonly<Record<string, unknown>>;
  const keys = await checkSchema(formationSchema(context.sentenceCodes), plain, { file, path: [], secrets });
  return { file, plain, keys };
}

async function checkFormation(
  { file, plain, keys }: ReadKeys,
  context: FormationOptions & { secrets: Secrets; templates: LoadedTransformers },
): Promise<Omit<Formation, 'triggers'> | undefined> {
  const { templates } = context;
  // Also when the rest has errors: all are told at once.
  const agent = await checkAgent(plain.agent, { ...context, file });
  const channels = await checkChannels(isRecord(plain.channels) ? plain.channels : {}, { ...context, file });
  if (!keys) return undefined;
  crossCheck(keys, {
    file,
    agents: context.agents,
    agentType: agent?.type,
    channels: context.channels,
    transformers: templates.transformers,
    transformerNames: templates.names,
  });
  return agent && channels && toFormation(keys, { folder: context.folder, agent, channels, templates });
}

function toFormation(
  keys: FormationKeys,
  parts: Pick<Formation, 'folder' | 'agent'> & { channels: CheckedChannels; templates: LoadedTransformers },
): Omit<Formation, 'triggers'> {
  const { proactive } = keys;
  return {
    id: keys.id,
    folder: parts.folder,
    onCrash: keys.on_crash,
    turns: keys.turns,
    outbox: keys.outbox,
    agent: parts.agent,
    mcpServers: mapOf(keys.mcp?.servers),
    links: mapOf(keys.links),
    channels: parts.channels.settings,
    forwards: parts.channels.forwards,
    webComponents: keys.web_components,
    mapLayers: keys.map_layers,
    uiBlocks: keys.ui_blocks,
    ui: keys.ui,
    retention: keys.retention,
    webhooks: keys.async,
    proactive: {
      channels: mapOf(proactive?.channels),
      ...(proactive?.default_channel !== undefined && { defaultChannel: proactive.default_channel }),
    },
    sentences: keys.sentences ?? {},
    transformers: parts.templates.transformers,
    ...(keys.apps.allowed_hosts && { allowedAppHosts: keys.apps.allowed_hosts }),
    ...(keys.description !== undefined && { description: keys.description }),
    ...(keys.recommender && { recommender: keys.recommender }),
  };
}

function mapOf<T>(record: Readonly<Record<string, T>> = {}): ReadonlyMap<string, T> {
  return new Map(Object.entries(record));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
