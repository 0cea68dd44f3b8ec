import type { Rate } from './pace.ts';

/** What a person can ask of the bridge itself. */
export type Command = 'stop' | 'reset' | 'help';

/** The words of each command, as people type them. A command without words is off. */
export type CommandWords = Readonly<Record<Command, readonly string[]>>;

/** How the turns of a formation are run. */
export interface TurnRules {
  /** How long the agent may work on one attempt of a turn. */
  deadlineMs: number;
  /** A turn that did not end in so many attempts is set aside. At least 1. */
  maxAttempts: number;
  /**
   * A message that comes while a turn of its conversation runs. `queue`: it is the next turn. `steer`: what waits when
   * the next turn begins is one turn. `drop`: it is refused, and the person is told.
   */
  whenBusy: 'queue' | 'steer' | 'drop';
  /** Most messages that wait in one conversation, beside the turn that runs. At least 1. */
  maxWaiting: number;
  /** Turns that run at the same time in one process, over all conversations. At least 1. */
  concurrency: number;
  /** How fast messages may come in. Absent = no limit. Answers to questions never count. */
  limits: { perPerson?: Rate; perConversation?: Rate };
  commands: CommandWords;
  /**
   * What becomes of a running turn that clients follow as a stream, once nobody has read it for ten seconds: `continue`
   * to its end, or `abort` it, as if somebody had stopped it.
   */
  onDisconnect: 'continue' | 'abort';
}

/** Generous to a person who forwards a page of messages, and no burden when somebody's script runs wild. */
export const DEFAULT_TURN_RULES: TurnRules = {
  deadlineMs: 600_000,
  maxAttempts: 5,
  whenBusy: 'queue',
  maxWaiting: 50,
  concurrency: 256,
  limits: { perPerson: { perSecond: 1, burst: 60 }, perConversation: { perSecond: 10, burst: 200 } },
  commands: { stop: ['/stop'], reset: ['/reset'], help: ['/help'] },
  onDisconnect: 'continue',
};
