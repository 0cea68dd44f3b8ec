// The service with an agent that says the time, twenty times a second, or nothing for long. Prints its port.
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { serve } from '../service.mjs';

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
const service = await serve({
  folder: new URL('./', import.meta.url).pathname,
  agentTypes: new Map([['clock', clock]]),
});
process.stdout.write(`${JSON.stringify({ port: Number(new URL(service.url).port) })}\n`);
