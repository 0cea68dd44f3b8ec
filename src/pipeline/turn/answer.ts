import type { Agent, PastTurn, ToolHost } from '../../protocol/agent.ts';
import type { SaidTurn } from '../../protocol/agent-turn.ts';
import { BridgeError } from '../../protocol/errors.ts';
import type { Log } from '../../protocol/log.ts';
import type { TurnRules } from '../../protocol/turn-rules.ts';
import type { UiStage } from '../../protocol/ui/ui-stage.ts';
import type { Say } from '../sentences.ts';
import { hearAgent } from './hear-agent.ts';
import type { LiveTurn } from './live-turns.ts';
import type { ReadTurn } from './read-turn.ts';

/** What is said in a turn, and how the turn ends with it. */
export interface Answer {
  agentTurn: SaidTurn;
  state: 'done' | 'dead';
  /** Why it did not end as an ordinary answer. */
  reason?: string;
  /** An error that clients of the API are told instead. */
  failed?: BridgeError;
  /** true: it is what the agent said, to its own end. */
  isWhole?: boolean;
}

export interface AnswerDeps {
  agent: Agent;
  /** What runs the turns of a channel in the agent's place, by the channel's name. */
  forwards: ReadonlyMap<string, Agent>;
  tools: ToolHost;
  /** What was said in the session of a turn before, for an agent that remembers. */
  history: (turn: ReadTurn) => Promise<readonly PastTurn[]>;
  rules: TurnRules;
  /** What a turn does that a crash cut short: run again, or ask the person to repeat. */
  onCrash: 'rerun' | 'notify';
  say: Say;
  log: Log;
}

/**
 * Has the agent answer. What goes wrong there ends in a sentence to the person, never in silence; what was said before
 * the time was up is kept, with a sentence behind it. Throws only when the service gives the turn up.
 */
export async function answer(
  turn: ReadTurn,
  live: LiveTurn,
  deps: AnswerDeps,
  { stage, onText }: { stage: UiStage; onText: ((delta: string) => void) | undefined },
): Promise<Answer> {
  const { rules, say, log, tools, history } = deps;
  const { locale } = turn.person;
  if (turn.attempt > rules.maxAttempts) {
    const sentence = `The turn did not end in ${rules.maxAttempts} attempts and is set aside.`;
    return failure(new BridgeError('turn_set_aside', sentence), turn, deps);
  }
  // Who repeats what another runtime has already would say it twice.
  if (turn.attempt > 1 && deps.onCrash === 'notify' && !turn.isForwarded) {
    return { agentTurn: { text: say('interrupted', locale) }, state: 'done' };
  }
  try {
    const agent = deps.forwards.get(turn.channel) ?? deps.agent;
    const hearing = { agent, tools, history, stage, deadlineMs: rules.deadlineMs, log, onText };
    const said = await hearAgent(turn, live, hearing);
    if (live.cut === 'given_up') throw new BridgeError('shutting_down', 'The service is stopping.');
    if (live.cut === 'stopped') return { agentTurn: said, state: 'done' };
    if (live.cut === undefined) return { agentTurn: said, state: 'done', isWhole: true };
    log.warn({ turn_id: turn.turnId, deadline_ms: rules.deadlineMs }, 'agent stopped: its time was up');
    if (turn.isForwarded && said.text === '') return failure(notForwarded(rules), turn, deps);
    return {
      agentTurn: { ...said, text: ended(said.text, say('deadline', locale)) },
      state: 'done',
      reason: 'deadline',
    };
  } catch (error) {
    if (live.cut === 'given_up') throw error;
    return failure(error instanceof BridgeError ? error : agentFailed(error), turn, deps);
  }
}

/** What is left of an answer that somebody stopped: words that were said, and no question, file or button. */
export function stopped({ agentTurn }: Answer, turn: ReadTurn, say: Say): Answer {
  return {
    agentTurn: { text: ended(agentTurn.text, say('stopped', turn.person.locale)) },
    state: 'done',
    reason: 'stopped',
  };
}

function ended(said: string, sentence: string): string {
  const text = said.trimEnd();
  return text === '' ? sentence : `${text}\n\n${sentence}`;
}

function failure(failed: BridgeError, turn: ReadTurn, { say, log }: AnswerDeps): Answer {
  const facts = { turn_id: turn.turnId, channel: turn.channel, conversation: turn.conversation, attempt: turn.attempt };
  log.error({ ...facts, code: failed.code, reason: failed.message }, 'agent failed');
  return {
    agentTurn: { text: say('agent_failed', turn.person.locale) },
    // What may be run once more, by an operator, is kept.
    state: failed.code === 'turn_set_aside' || failed.code === 'forward_failed' ? 'dead' : 'done',
    reason: failed.code,
    failed,
  };
}

function notForwarded({ deadlineMs }: TurnRules): BridgeError {
  return new BridgeError(
    'forward_failed',
    `An update was not taken within ${deadlineMs} ms, and is set aside. Retry it from the dead letters.`,
  );
}

/** What an agent throws may quote the conversation, so only its kind is told; the rest is the error's cause. */
function agentFailed(error: unknown): BridgeError {
  const kind = error instanceof Error ? error.name : typeof error;
  return new BridgeError('agent_failed', `The agent failed with ${kind}. Its own log has more.`, { cause: error });
}
