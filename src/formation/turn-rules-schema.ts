import { z } from 'zod';
import type { Rate } from '../protocol/pace.ts';
import { type Command, type CommandWords, DEFAULT_TURN_RULES, type TurnRules } from '../protocol/turn-rules.ts';

const DAY_MS = 86_400_000;
/** Somebody who wants to allow more than this wants no limit: `off`. */
const MAX_PER_SECOND = 10_000;
const MAX_BURST = 100_000;
const MAX_WORDS = 8;
const MAX_WORD_CHARS = 64;

/** `off` and `false` mean the same. */
const off = z.literal([false, 'off']);

/** A rate, or none. What it does not say is as by default. */
function rate(byDefault: Rate | undefined) {
  const { perSecond = 1, burst = 1 } = byDefault ?? {};
  return z
    .union([
      off,
      z.strictObject({
        per_second: z.number().positive().max(MAX_PER_SECOND).default(perSecond),
        burst: z.int().min(1).max(MAX_BURST).default(burst),
      }),
    ])
    .transform((given): Rate | undefined =>
      typeof given !== 'object' ? undefined : { perSecond: given.per_second, burst: given.burst },
    );
}

const byDefault = DEFAULT_TURN_RULES;

const limits = z
  .union([
    off,
    z.strictObject({
      per_person: rate(byDefault.limits.perPerson).exactOptional(),
      per_conversation: rate(byDefault.limits.perConversation).exactOptional(),
    }),
  ])
  .transform((given): TurnRules['limits'] => {
    if (typeof given !== 'object') return {};
    const perPerson = 'per_person' in given ? given.per_person : byDefault.limits.perPerson;
    const perConversation = 'per_conversation' in given ? given.per_conversation : byDefault.limits.perConversation;
    return { ...(perPerson && { perPerson }), ...(perConversation && { perConversation }) };
  });

const word = z
  .string()
  .max(MAX_WORD_CHARS)
  .regex(/^\S(?:.*\S)?$/, { error: 'a command is a word or a few on one line, e.g. "/stop".' });

/** A word, several of them, or none: the command is off. */
const words = z.union([off, word, z.array(word).min(1).max(MAX_WORDS)]).transform((given): readonly string[] => {
  if (given === false || given === 'off') return [];
  return typeof given === 'string' ? [given] : given;
});

const commands = z
  .union([
    off,
    z.strictObject({ stop: words.exactOptional(), reset: words.exactOptional(), help: words.exactOptional() }),
  ])
  .transform(
    (given): CommandWords =>
      typeof given !== 'object' ? { stop: [], reset: [], help: [] } : { ...byDefault.commands, ...given },
  )
  .superRefine((given, context) => {
    const meanings = new Map<string, Command>();
    for (const [command, its] of Object.entries(given) as [Command, readonly string[]][]) {
      for (const one of its) {
        const other = meanings.get(one.toLowerCase());
        if (other !== undefined && other !== command) {
          context.addIssue({
            code: 'custom',
            message: `"${one}" would mean ${other} and ${command}. Give each command words of its own.`,
            path: [command],
          });
        }
        meanings.set(one.toLowerCase(), command);
      }
    }
  });

/** The key `turns` of a formation. */
export const turnRulesSchema = z
  .strictObject({
    deadline_ms: z.int().min(1).max(DAY_MS).default(byDefault.deadlineMs),
    max_attempts: z.int().min(1).max(100).default(byDefault.maxAttempts),
    when_busy: z.enum(['queue', 'steer', 'drop']).default(byDefault.whenBusy),
    max_waiting: z.int().min(1).max(100_000).default(byDefault.maxWaiting),
    concurrency: z.int().min(1).max(100_000).default(byDefault.concurrency),
    limits: limits.default(byDefault.limits),
    commands: commands.default(byDefault.commands),
    on_disconnect: z.enum(['continue', 'abort']).default(byDefault.onDisconnect),
  })
  .transform(
    (given): TurnRules => ({
      deadlineMs: given.deadline_ms,
      maxAttempts: given.max_attempts,
      whenBusy: given.when_busy,
      maxWaiting: given.max_waiting,
      concurrency: given.concurrency,
      limits: given.limits,
      commands: given.commands,
      onDisconnect: given.on_disconnect,
    }),
  );
