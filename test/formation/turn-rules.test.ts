import { describe, expect, it } from 'vitest';
import { linesOf, loaded } from './workshop.ts';

const rulesOf = async (turns: string) =>
  (await loaded({ 'formation.afs': `id: acme\nagent: { type: script, replies: [] }\nturns: ${turns}\n` })).turns;

describe('the turns of a formation', () => {
  it('are run by generous rules when it says nothing', async () => {
    const byDefault = {
      deadlineMs: 600_000,
      maxAttempts: 5,
      whenBusy: 'queue',
      maxWaiting: 50,
      concurrency: 256,
      limits: { perPerson: { perSecond: 1, burst: 60 }, perConversation: { perSecond: 10, burst: 200 } },
      commands: { stop: ['/stop'], reset: ['/reset'], help: ['/help'] },
      onDisconnect: 'continue',
    };
    expect(await rulesOf('{}')).toEqual(byDefault);
    expect((await loaded({ 'formation.afs': 'id: acme\nagent: { type: script, replies: [] }\n' })).turns).toEqual(
      byDefault,
    );
  });

  it('are run as it says', async () => {
    const turns = `
  deadline_ms: 30000
  max_attempts: 2
  when_busy: steer
  max_waiting: 5
  concurrency: 8
  limits: { per_person: { per_second: 0.5, burst: 3 }, per_conversation: false }
  commands: { stop: [/halt, Stop it], reset: false }
  on_disconnect: abort`;
    expect(await rulesOf(turns)).toEqual({
      deadlineMs: 30_000,
      maxAttempts: 2,
      whenBusy: 'steer',
      maxWaiting: 5,
      concurrency: 8,
      limits: { perPerson: { perSecond: 0.5, burst: 3 } },
      commands: { stop: ['/halt', 'Stop it'], reset: [], help: ['/help'] },
      onDisconnect: 'abort',
    });
  });

  it('know a limit by half, no limits and no commands', async () => {
    expect((await rulesOf('{ limits: { per_person: { burst: 3 } } }')).limits).toEqual({
      perPerson: { perSecond: 1, burst: 3 },
      perConversation: { perSecond: 10, burst: 200 },
    });
    for (const off of ['false', 'off']) {
      expect((await rulesOf(`{ limits: ${off} }`)).limits).toEqual({});
      expect((await rulesOf(`{ limits: { per_person: ${off}, per_conversation: ${off} } }`)).limits).toEqual({});
      expect((await rulesOf(`{ commands: { stop: ${off} } }`)).commands.stop).toEqual([]);
      expect((await rulesOf(`{ commands: ${off} }`)).commands).toEqual({ stop: [], reset: [], help: [] });
    }
    expect((await rulesOf('{ commands: { help: /about } }')).commands).toEqual({
      stop: ['/stop'],
      reset: ['/reset'],
      help: ['/about'],
    });
  });

  it.each([
    ['{ deadlin_ms: 5 }', 'turns: "deadlin_ms" is not known here. Did you mean "deadline_ms"?'],
    ['{ deadline_ms: 0 }', 'turns.deadline_ms: found 0, expected at least 1.'],
    ['{ deadline_ms: 86400001 }', 'turns.deadline_ms: found 86400001, expected at most 86400000.'],
    ['{ deadline_ms: soon }', 'turns.deadline_ms: expected a number, found text.'],
    ['{ when_busy: stear }', 'turns.when_busy: found "stear". Did you mean "steer"? Allowed: queue, steer, drop.'],
    ['{ max_waiting: 0 }', 'turns.max_waiting: found 0, expected at least 1.'],
    ['{ max_attempts: 0 }', 'turns.max_attempts: found 0, expected at least 1.'],
    ['{ concurrency: 1.5 }', 'turns.concurrency: expected a whole number, found the number 1.5.'],
    ['{ limits: { per_user: false } }', 'turns.limits: "per_user" is not known here.'],
    [
      '{ limits: { per_person: { per_second: 0 } } }',
      'turns.limits.per_person.per_second: found 0, expected more than 0.',
    ],
    ['{ limits: { per_person: { burst: 0 } } }', 'turns.limits.per_person.burst: found 0, expected at least 1.'],
    ['{ commands: { halt: /halt } }', 'turns.commands: "halt" is not known here.'],
    [
      '{ commands: { stop: " /stop" } }',
      'turns.commands.stop: a command is a word or a few on one line, e.g. "/stop".',
    ],
    [
      '{ commands: { stop: /end, reset: [/new, /END] } }',
      'turns.commands.reset: "/END" would mean stop and reset. Give each command words of its own.',
    ],
  ])('refuse %s', async (turns, line) => {
    const lines = await linesOf(`id: acme\nagent: { type: script, replies: [] }\nturns: ${turns}\n`);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(line);
  });
});
