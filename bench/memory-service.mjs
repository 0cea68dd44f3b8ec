// The service over a store that keeps nothing, to see what keeping costs. Prints its port as the program does.
import { allAgents } from '../dist/agents/all.js';
import { allChannels } from '../dist/channels/all.js';
import { readEnvironment } from '../dist/environment.js';
import { loadFormation } from '../dist/formation/load.js';
import { startService } from '../dist/main.js';
import { SENTENCE_CODES } from '../dist/pipeline/sentences.js';
import { createMemoryStore } from '../dist/store/memory/store.js';
import { allWidgets } from '../dist/widgets/all.js';

const channelTypes = allChannels();
const agentTypes = allAgents();
const { formation, findings } = await loadFormation({
  folder: process.env.FOOTBRIDGE_FORMATION,
  bundledTransformers: new URL('../transformers', import.meta.url).pathname,
  env: process.env,
  channels: channelTypes,
  agents: agentTypes,
  sentenceCodes: SENTENCE_CODES,
});
if (!formation) throw new Error(JSON.stringify(findings));
const service = await startService({
  environment: readEnvironment(process.env),
  formation,
  channelTypes,
  agentTypes,
  widgetTypes: allWidgets(),
  open: async (_environment, options) => createMemoryStore(options),
});
for (const line of service.greeting) process.stdout.write(`${line}\n`);
process.once('SIGTERM', async () => {
  await service.stop();
  process.exit(0);
});
