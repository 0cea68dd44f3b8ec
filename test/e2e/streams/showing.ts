import { z } from 'zod';
import type { AgentType } from '../../../src/protocol/agent.ts';

const gates = new Map<string, () => void>();
/** The messages that the agent was asked, a line for each run. */
export const shownRuns: string[] = [];

/** Lets the agent go on with this message. */
export function letGo(message: string): boolean {
  const open = gates.get(message);
  gates.delete(message);
  open?.();
  return open !== undefined;
}

export const CARD = 'minara.feature_recommendation@1';
export const CARD_DATA = {
  items: [
    { id: 'swap', label: 'Swap', icon: 'swap', action: { kind: 'slash', command: '/swap BTC' } },
    { id: 'wallet', label: 'Wallet 🙂', hint: 'Grüße', action: { kind: 'route', target: '/wallet?tab=1' } },
  ],
};
export const CHART = {
  spec: { xAxis: { type: 'category' }, yAxis: {}, series: [{ type: 'line', name: 'a\u2028b' }] },
  data: {
    dimensions: ['day', 'sold'],
    source: [
      ['Mo', 1],
      ['Tu', 2],
    ],
  },
  fallbackText: 'Sales: Mo 1, Tu 2.\r\n\r\nevent: done',
};

/** Says and shows a bit of everything; a message that begins with `held` stops in the middle until it is let go. */
export const showing: AgentType = {
  type: 'showing',
  settings: z.strictObject({}),
  create: () => ({
    async *run({ message, uiResponse }, { signal }) {
      shownRuns.push(message);
      if (uiResponse) return yield { type: 'text', delta: `You chose ${uiResponse.label}.` };
      yield { type: 'text', delta: 'Grüße 🙂 \r\n\r\n' };
      yield { type: 'tool_call', id: 'c1', tool: 'search', args: { q: 'event: done\n\n' } };
      yield { type: 'tool_call', id: 'c2', parent: 'c1', tool: 'fetch', args: {} };
      yield { type: 'tool_result', id: 'c2', parent: 'c1', tool: 'fetch', result: { isError: true } };
      yield {
        type: 'tool_result',
        id: 'c1',
        tool: 'search',
        result: { found: [1], _link: { url: 'https://x.example' } },
      };
      yield { type: 'text', delta: 'first, ' };
      if (message.startsWith('held')) {
        await new Promise<void>((resolve) => {
          gates.set(message, resolve);
          signal.addEventListener('abort', () => resolve());
        });
      }
      const [namespace, blockType] = ['minara', 'feature_recommendation'];
      yield { type: 'block', namespace, block_type: blockType, version: '1.0.0', data: CARD_DATA, position: 'inline' };
      yield { type: 'tool_call', tool: 'show_chart', args: CHART };
      yield { type: 'text', delta: 'then\u2028the rest.' };
      yield { type: 'clarification', prompt: 'Go?', choices: [{ value: 'y', label: 'Jä' }] };
    },
  }),
};
