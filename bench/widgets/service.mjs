// The service with an agent that says the same in every turn, with facts for widgets or without. Takes the formation's
// folder. Prints its port.
import { z } from 'zod';
import { serve } from '../service.mjs';

const WORDS = Array.from({ length: 40 }, (_, index) => `word${index} `);
const CARD = {
  items: [
    { id: 'swap', label: 'Swap', icon: 'swap', action: { kind: 'slash', command: '/swap BTC' } },
    { id: 'wallet', label: 'Wallet', hint: 'Opens your wallet', action: { kind: 'route', target: '/wallet?tab=1' } },
  ],
};
const CHART = {
  spec: { xAxis: { type: 'category' }, yAxis: {}, series: [{ type: 'line', name: 'sold' }] },
  data: { dimensions: ['day', 'sold'], source: Array.from({ length: 30 }, (_, day) => [`day ${day}`, day * 7]) },
  fallbackText: 'Sales rose all month.',
};
const CHOICES = ['us', 'eu', 'asia'].map((value) => ({ value, label: value.toUpperCase() }));

const talker = {
  type: 'talker',
  settings: z.looseObject({}),
  create: () => ({
    async *run({ message }) {
      for (const delta of WORDS) yield { type: 'text', delta };
      if (message.includes('card')) {
        const kind = { namespace: 'minara', block_type: 'feature_recommendation', version: '1.0.0' };
        yield { type: 'block', ...kind, data: CARD };
      }
      if (message.includes('chart')) yield { type: 'tool_call', tool: 'show_chart', args: CHART };
      if (message.includes('choice')) yield { type: 'clarification', prompt: 'Where?', choices: CHOICES };
    },
  }),
};
const service = await serve({
  folder: new URL(process.argv[2] ?? './', import.meta.url).pathname,
  agentTypes: new Map([['talker', talker]]),
});
process.stdout.write(`${JSON.stringify({ port: Number(new URL(service.url).port) })}\n`);
