// The service in this process, with other parts than the program has. Ends when asked to.
import { allChannels } from '../dist/channels/all.js';
import { readEnvironment } from '../dist/environment.js';
import { loadFormation } from '../dist/formation/load.js';
import { startService } from '../dist/main.js';
import { SENTENCE_CODES } from '../dist/pipeline/sentences.js';
import { allWidgets } from '../dist/widgets/all.js';

export async function serve({ folder, agentTypes, ...parts }) {
  const channelTypes = allChannels();
  const { formation, findings } = await loadFormation({
    folder,
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
    ...parts,
  });
  process.once('SIGTERM', async () => {
    await service.stop();
    process.exit(0);
  });
  return service;
}
