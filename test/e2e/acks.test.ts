import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { registerCommands } from '../../src/channels/discord/register-commands.ts';
import type { AgentType } from '../../src/protocol/agent.ts';
import { DEFAULT_TURN_RULES } from '../../src/protocol/turn-rules.ts';
import { startDiscordService } from './discord-service.ts';
import { startSlackService } from './slack-service.ts';

const COUNT = 200;
const PER_SECOND = 100;
const PEOPLE = 20;

/** Answers nobody before the test says so: every conversation is busy from its first message on. */
function sleeper(): { agent: string; agents: AgentType[]; wake: () => void } {
  let wake = () => {};
  const woken = new Promise<void>((resolve) => {
    wake = resolve;
  });
  const type: AgentType = {
    type: 'sleeper',
    settings: z.looseObject({}),
    create: () => ({
      async *run() {
        await woken;
        yield { type: 'text', delta: 'Good morning.' };
      },
    }),
  };
  return { agent: 'agent: { type: sleeper }\n', agents: [type], wake };
}

/** Does it `COUNT` times at an even pace, for each of a few people in turn. `act` gives whether the platform was answered. */
async function expectAnswers(act: (person: number) => Promise<boolean>): Promise<void> {
  const startedMs = performance.now();
  const waitsMs: number[] = [];
  const acts: Promise<void>[] = [];
  let unanswered = 0;
  const timed = async (number: number) => {
    const begunMs = performance.now();
    if (!(await act(number % PEOPLE))) unanswered += 1;
    waitsMs.push(performance.now() - begunMs);
  };
  for (let number = 0; number < COUNT; number++) {
    await sleep(Math.max(0, startedMs + (number / PER_SECOND) * 1_000 - performance.now()));
    acts.push(timed(number));
  }
  await Promise.all(acts);
  expect(unanswered).toBe(0);
  // Most are a matter of milliseconds; a machine that stops for a moment may make a few of them late.
  expect(waitsMs.sort((a, b) => a - b)[COUNT / 2]).toBeLessThan(300);
}

// The emulators wait for 3 s, as the platforms do; what comes later was not answered.
describe('while every conversation waits for its agent, a platform has its answer in time', () => {
  it.each(['gateway', 'http'] as const)('Discord over %s', async (way) => {
    const { wake, ...asleep } = sleeper();
    const { discord, end } = await startDiscordService({ way, ...asleep });
    onTestFinished(end);
    onTestFinished(wake);
    const { token, id } = discord.application;
    const settings = { api_root: discord.apiUrl, token, application_id: id };
    await registerCommands(settings, DEFAULT_TURN_RULES.commands);
    const people = Array.from({ length: PEOPLE }, (_, number) => discord.person(`Person ${number}`));
    const rooms = people.map((person) => discord.dm(person));

    await expectAnswers(async (number) => {
      const asked = { text: 'hello' };
      return (await discord.slashCommand(people[number] as never, rooms[number] as never, 'ask', asked)).isAnswered;
    });
  });

  it.each(['socket', 'http'] as const)('Slack over %s', async (way) => {
    const { wake, ...asleep } = sleeper();
    const { slack, end } = await startSlackService({ way, ...asleep });
    onTestFinished(end);
    onTestFinished(wake);
    const people = Array.from({ length: PEOPLE }, (_, number) => slack.person(`Person ${number}`));
    const rooms = people.map((person) => slack.dm(person));

    await expectAnswers(
      async (number) =>
        (await slack.slashCommand(people[number] as never, rooms[number] as never, '/ask', 'hello')).isAcked,
    );
  });
});
