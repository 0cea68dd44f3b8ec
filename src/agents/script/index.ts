import { setTimeout as sleep } from 'node:timers/promises';
import type { Agent, AgentType } from '../../protocol/agent.ts';
import { eventsOf } from '../../protocol/events-of.ts';
import type { Turn } from '../../protocol/turn.ts';
import { compileFill, compileTurnFill } from './fill.ts';
import { type ScriptSettings, scriptSettings } from './settings.ts';

/**
 * The deterministic agent: the first entry whose `when` holds answers. For demos and tests, and for bots that need no model.
 * A message that no entry fits gets no answer.
 */
export const script: AgentType<ScriptSettings> = {
  type: 'script',
  settings: scriptSettings,
  create: createScript,
};

type Reply = ScriptSettings['replies'][number];

function createScript(settings: ScriptSettings): Agent {
  const replies = settings.replies.map((reply) => ({
    ...reply,
    fillTurn: compileTurnFill(reply.turn),
    calls: (reply.mcp_calls ?? []).map((call) => ({ ...call, fillArgs: compileFill(call.args) })),
  }));
  return {
    async *run(turn, context) {
      const reply = replies.find((candidate) => holds(candidate.when, turn));
      if (!reply) return;
      if (reply.delay_ms > 0) await sleep(reply.delay_ms, undefined, { signal: context.signal });
      for (const { server, tool, fillArgs } of reply.calls) {
        const args = fillArgs(turn);
        const result = await context.tools.call({ server, tool, args }, context.signal);
        yield { type: 'mcp_result', server, tool, args, result };
      }
      yield* eventsOf(reply.fillTurn(turn));
    },
  };
}

function holds(when: Reply['when'], turn: Turn): boolean {
  if (!when) return true;
  if (when.ui_response !== undefined && when.ui_response !== (turn.uiResponse !== undefined)) return false;
  if (when.prompt && !(turn.uiResponse && when.prompt.test(turn.uiResponse.prompt))) return false;
  return when.text === undefined || when.text.test(turn.message);
}
