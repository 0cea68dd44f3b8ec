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
import { loadWhole } from './load-whole.ts';
import { runStart } from './start.ts';

const USAGE = `Usage:
  footbridge start            run the service (settings come from the environment and .env)
  footbridge check [folder]   check a formation without starting it
  footbridge discord:commands [folder]
                              register the slash commands of a formation's Discord bot
  footbridge dead …           list what was set aside, retry it, drop it
  footbridge backup <file>    copy the store, while the service runs or not
  footbridge restore <file>   put a backup into an empty data folder; sends nothing
  footbridge after-restore    the same for a PostgreSQL database that was restored
`;

const root = fileURLToPath(new URL('../../', import.meta.url));

async function run(command: string | undefined, args: readonly string[]): Promise<number> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const environment = readEnvironment(process.env);
  const formationFolder = formationAt(args[0] ?? environment.FOOTBRIDGE_FORMATION);
  const channelTypes = allChannels();
  const agentTypes = allAgents();
  const load = () =>
    loadWhole(
      loadFormation({
        folder: formationFolder,
        bundledTransformers: resolve(root, 'transformers'),
        env: process.env,
        channels: channelTypes,
        agents: agentTypes,
        sentenceCodes: SENTENCE_CODES,
      }),
    );
  switch (command) {
    case 'start':
      return runStart({ load, environment, channelTypes, agentTypes, print, complain });
    case 'check':
      return runCheck({ load, write: print });
    case 'discord:commands':
      return (await import('./discord-commands.ts')).runDiscordCommands({ load, write: print });
    case 'dead':
      return (await import('./operator/dead.ts')).runDead(args, { environment, print, complain });
    case 'backup':
      return (await import('./operator/backup.ts')).runBackup(args, { environment, print, complain });
    case 'restore':
      return (await import('./operator/restore.ts')).runRestore(args, { environment, print, complain });
    case 'after-restore':
      return (await import('./operator/after-restore.ts')).runAfterRestore(args, { environment, print, complain });
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

/** A flag that the command does not take, as `parseArgs` tells it. */
function isWrongCall(error: unknown): boolean {
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}

try {
  // Ends here even when a call to a platform still hangs: whatever matters is on the disk.
  process.exit(await run(process.argv[2], process.argv.slice(3)));
} catch (error) {
  if (isWrongCall(error)) {
    complain(reasonOf(error));
    process.exit(2);
  }
  complain(error instanceof BridgeError ? `${error.code}: ${error.message}` : `internal: ${reasonOf(error)}`);
  process.exit(1);
}
