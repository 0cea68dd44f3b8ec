#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { allAgents } from '../agents/all.ts';
import { allChannels } from '../channels/all.ts';
import { readEnvironment } from '../environment.ts';
import { loadFormation } from '../formation/load.ts';
import { SENTENCE_CODES } from '../pipeline/sentences.ts';
import { BridgeError, reasonOf } from '../protocol/errors.ts';
import { runCheck } from './check.ts';
import { runStart } from './start.ts';

const USAGE = `Usage:
  footbridge start            run the service (settings come from the environment and .env)
  footbridge check [folder]   check a formation without starting it
`;

const root = fileURLToPath(new URL('../../', import.meta.url));

async function run(command: string | undefined, folder: string | undefined): Promise<number> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const environment = readEnvironment(process.env);
  const formationFolder = formationAt(folder ?? environment.FOOTBRIDGE_FORMATION);
  const channelTypes = allChannels();
  const agentTypes = allAgents();
  const load = () =>
    loadFormation({
      folder: formationFolder,
      bundledTransformers: resolve(root, 'transformers'),
      env: process.env,
      channels: channelTypes,
      agents: agentTypes,
      sentenceCodes: SENTENCE_CODES,
    });
  switch (command) {
    case 'start':
      return runStart({ load, environment, channelTypes, agentTypes, print, complain });
    case 'check':
      return runCheck({ load, write: print });
    default:
      complain(USAGE.trimEnd());
      return command === undefined || command === 'help' ? 0 : 2;
  }
}

/** A relative folder is meant from where the command runs; the bundled formations are found from anywhere. */
function formationAt(folder: string): string {
  const here = resolve(folder);
  const bundled = resolve(root, folder);
  return !existsSync(here) && existsSync(bundled) ? bundled : here;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function complain(line: string): void {
  process.stderr.write(`${line}\n`);
}

try {
  // Ends here even when a call to a platform still hangs: whatever matters is on the disk.
  process.exit(await run(process.argv[2], process.argv[3]));
} catch (error) {
  complain(error instanceof BridgeError ? `${error.code}: ${error.message}` : `internal: ${reasonOf(error)}`);
  process.exit(1);
}
