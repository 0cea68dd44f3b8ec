import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { type Finding, formatFinding } from '../../src/formation/finding.ts';
import type { Formation } from '../../src/formation/formation.ts';
import { loadFormation } from '../../src/formation/load.ts';
import type { AgentType } from '../../src/protocol/agent.ts';
import type { ChannelType } from '../../src/protocol/channel.ts';

/** Files by path inside a folder. */
export type Files = Readonly<Record<string, string | Uint8Array>>;

export const bundledTransformers = fileURLToPath(new URL('../../transformers', import.meta.url));

/** Writes files into a new folder that goes with the test. */
export function folderOf(files: Files): string {
  const folder = mkdtempSync(join(tmpdir(), 'footbridge-formation-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

/** Loads a formation; its findings come as the lines that a person reads, without the folder. */
export async function load(
  files: Files,
  options: { env?: Record<string, string>; bundled?: string } = {},
): Promise<{ formation?: Formation; findings: Finding[]; lines: string[] }> {
  const folder = folderOf(files);
  const result = await loadFormation({
    folder,
    bundledTransformers: options.bundled ?? bundledTransformers,
    env: options.env ?? {},
    channels: new Map([
      channel('telegram', telegramSettings),
      channel('web', webSettings),
      channel('toy', toySettings),
    ]),
    agents: new Map([agent('script', scriptSettings), agent('openai', openaiSettings, { completes: true })]),
    sentenceCodes: ['recorded', 'expired'],
  });
  return { ...result, lines: result.findings.map((finding) => formatFinding(finding).replace(`${folder}/`, '')) };
}

/** Findings of a `formation.afs`. */
export async function linesOf(afs: string | Uint8Array, env: Record<string, string> = {}): Promise<string[]> {
  return (await load({ 'formation.afs': afs }, { env })).lines;
}

/** A formation that must be without findings. */
export async function loaded(files: Files, options: Parameters<typeof load>[1] = {}): Promise<Formation> {
  const { formation, lines } = await load(files, options);
  if (!formation) throw new Error(lines.join('\n'));
  return formation;
}

const telegramSettings = z.strictObject({
  token: z.string(),
  mode: z.enum(['polling', 'webhook']).default('polling'),
  api_root: z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }).optional(),
  allow: z.array(z.union([z.int(), z.string()])).optional(),
});

/** Throws instead of reporting, as a faulty plugin may. */
const toySettings = z.unknown().transform((settings) => {
  if (typeof settings === 'object' && settings !== null && 'throws' in settings) throw new Error('no such toy');
  if (typeof settings === 'object' && settings !== null && 'says' in settings)
    throw new Error(String(settings.says).slice(0, 40));
  return settings;
});

const webSettings = z.strictObject({
  origins: z.array(z.string()).default([]),
  storage: z
    .union([
      z.strictObject({ host: z.string(), port: z.int(), user: z.string() }),
      z.strictObject({ folder: z.string() }),
    ])
    .optional(),
});

const scriptSettings = z.strictObject({
  replies: z.array(z.strictObject({ when: z.record(z.string(), z.unknown()).optional(), turn: z.unknown() })),
});

const openaiSettings = z.strictObject({
  base_url: z.string(),
  model: z.string(),
  api_key: z.string().optional(),
  system_message: z.string().optional(),
});

function channel(name: string, settings: z.ZodType): [string, ChannelType] {
  const unused = (): never => {
    throw new Error('loading a formation must not use a channel');
  };
  return [
    name,
    {
      name,
      settings,
      isEnabled: unused,
      address: z.record(z.string(), z.union([z.string(), z.number()])),
      conversationOf: unused,
      addressOf: unused,
      deliveryLaneOf: unused,
      ...(name === 'web' && { repliesPerRequest: true }),
      ...(name === 'telegram' && { pace: { groupLanes: ['telegram:-'] } }),
      isShared: unused,
      content: { format: 'plain', overflow: 'split', truncationSuffix: '' },
      print: unused,
      decode: unused,
    },
  ];
}

function agent(type: string, settings: z.ZodType, more: Partial<AgentType> = {}): [string, AgentType] {
  const create = (): never => {
    throw new Error('loading a formation must not create an agent');
  };
  return [type, { type, settings, create, ...more }];
}
