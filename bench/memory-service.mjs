// The service over a store that keeps nothing, to see what keeping costs. Prints its port as the program does.
import { allAgents } from '../dist/agents/all.js';
import { createMemoryStore } from '../dist/store/memory/store.js';
import { serve } from './service.mjs';

const service = await serve({
  folder: process.env.FOOTBRIDGE_FORMATION,
  agentTypes: allAgents(),
  open: async (_environment, options) => createMemoryStore(options),
});
for (const line of service.greeting) process.stdout.write(`${line}\n`);
