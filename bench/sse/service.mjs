// The service with an agent that says the time, twenty times a second, or nothing for long. Prints its port.
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { allChannels } from '../../dist/channels/all.js';
import { readEnvironment } from '../../dist/environment.js';
import { loadFormation } from '../../dist/formation/load.js';
import { startService } from '../../dist/main.js';
import { SENTENCE_CODES } from '../../dist/pipeline/sentences.js';
import { allWidgets } from '../../dist/widgets/all.js';

const clock = {
  type: 'clock',
  settings: z.looseObject({}),
  create: () => ({
    async *run({ message }, { signal }) {
      const [every, times, first = Math.random() * every] = message.split(' ').map(Number);
      await sleep(first, undefined, { signal });
      for (let time = 0; time < times; time++) {
        yield { type: 'text', delta: `${process.hrtime.bigint()} ` };
        await sleep(every, undefined, { signal });
      }
    },
  }),
};
const channelTypes = allChannels();
const agentTypes = new Map([['clock', clock]]);
const { formation, findings } = await loadFormation({
  folder: new URL('./', import.meta.url).pathname,
  bundledTransformers: new URL('../../transformers', import.meta.url).pathname,
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
});
process.stdout.write(`${JSON.stringify({ port: Number(new URL(service.url).port) })}\n`);
process.once('SIGTERM', async () => {
  await service.stop();
  process.exit(0);
});
