import { existsSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/** Judges payloads by the platforms' own specifications. Each gives a list of faults; empty = accepted. */
export interface Oracles {
  telegram(method: string, payload: unknown): string[];
  slackMessage(payload: unknown): string[];
  discordMessage(payload: unknown): string[];
}

const module = new URL('../../../../shared/specs/oracles.mjs', import.meta.url);

/** Why the oracles cannot be asked; nothing when they can. */
export const oraclesMissing = existsSync(module) ? undefined : 'the shared folder with the specifications is not there';

export async function loadOracles(): Promise<Oracles> {
  const { makeOracles } = await import(module.href);
  return makeOracles({ Ajv: Ajv2020, addFormats }) as Oracles;
}
