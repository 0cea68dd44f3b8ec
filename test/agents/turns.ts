import type { Agent, AgentContext, AgentEvent, ToolHost } from '../../src/protocol/agent.ts';
import { silentLog } from '../../src/protocol/log.ts';
import type { Turn } from '../../src/protocol/turn.ts';

export const TURN: Turn = {
  turnId: 'turn_1',
  attempt: 2,
  channel: 'toy',
  conversation: 'toy:1',
  session: 'toy:1#1',
  person: { id: '7', name: 'Ann', locale: 'en' },
  message: 'Hello',
  files: [{ name: 'a.png', mime: 'image/png', sizeBytes: 3, ref: 'secret-handle', url: 'https://files.example/x' }],
  uiResponse: { id: 'ui_x', value: 'eu', label: 'Europe', prompt: 'Which region?' },
  address: { chat: 1 },
  readsMarkdown: true,
};

/** What an agent is lent that it has no use for. */
export const NOTHING_LENT: Omit<AgentContext, 'signal' | 'tools' | 'update' | 'log'> = {
  history: async () => [],
  blocks: [],
  showBlock: () => ({ refusal: 'ui_block_not_supported_by_client', message: 'Nobody shows blocks here.' }),
  uiTools: [],
  refusalOf: () => undefined,
  modelView: (result) => result,
};

/** No tools at all; whatever is called answers nothing. */
export const NO_TOOLS: ToolHost = {
  list: async () => ({ tools: [], unreachable: [] }),
  call: async () => undefined,
};

/** What an agent says in a turn, to the end. */
export async function said(agent: Agent, context: Partial<AgentContext> = {}, turn = TURN): Promise<AgentEvent[]> {
  const whole: AgentContext = {
    signal: new AbortController().signal,
    tools: NO_TOOLS,
    update: '{"update_id":1}',
    log: silentLog,
    ...NOTHING_LENT,
    ...context,
  };
  const events: AgentEvent[] = [];
  for await (const event of agent.run(turn, whole)) events.push(event);
  return events;
}
