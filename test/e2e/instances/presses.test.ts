import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { AgentType } from '../../../src/protocol/agent.ts';
import type { Turn } from '../../../src/protocol/turn.ts';
import { FakeBotApi } from '../../channels/telegram/fake-bot-api.ts';
import { emptySchemaUrl, noPostgres } from '../../store/postgres/server.ts';
import { isWhole } from '../chaos/size.ts';
import { postTo } from '../service.ts';
import { type Instances, startInstances } from './instances.ts';
import { pressUpdate } from './telegram-updates.ts';

/** The whole takes 20 s on a busy machine with two cores. */
const QUESTIONS = isWhole ? 1_000 : 250;
const AT_A_TIME = 25;
const CHOICES = ['Calais', 'Dover'];
const HOOK = { 'X-Telegram-Bot-Api-Secret-Token': 'hook-secret' };

/** What the agents of both instances were asked to do. */
const runs: Turn[] = [];
const noting: AgentType = {
  type: 'noting',
  settings: z.looseObject({}),
  create: () => ({
    async *run(turn) {
      runs.push(turn);
      yield { type: 'text', delta: `Sailing to ${turn.uiResponse?.label}.` };
    },
  }),
};

function runsByPerson(): Map<number, Turn[]> {
  const byPerson = new Map<number, Turn[]>();
  for (const run of runs) {
    const id = Number(run.person.id);
    byPerson.set(id, [...(byPerson.get(id) ?? []), run]);
  }
  return byPerson;
}

describe.skipIf(noPostgres)('two presses on two instances at the same instant', () => {
  let api: FakeBotApi;
  let instances: Instances;
  beforeAll(async () => {
    api = await FakeBotApi.start();
    instances = await startInstances(2, {
      formation: `agent: { type: noting }
channels:
  telegram: { token: "4242:t", mode: webhook, secret_token: hook-secret, api_root: API_ROOT }
outbox: { rates: { telegram: off } }
`,
      apiRoot: api.root,
      databaseUrl: await emptySchemaUrl(),
      agents: [noting],
    });
  });
  afterAll(async () => {
    await instances?.end();
    await api?.stop();
  });

  async function ask(personId: number): Promise<string> {
    const [first] = instances.services;
    const question = { prompt: 'Where to?', choices: CHOICES.map((value) => ({ value })) };
    const { status, body } = await postTo(`${first?.url}/v1/turns`, {
      to: { channel: 'telegram', address: { chat_id: personId } },
      turn: { text: 'Where to?', clarification: question },
      answers: 'anyone',
    });
    expect(status).toBe(202);
    return (body as { ui: { id: string }[] }).ui[0]?.id ?? '';
  }

  /** One choice on each instance; either one is asked first in turn. */
  async function pressBoth(personId: number, widgetId: string): Promise<void> {
    const order = personId % 2 === 0 ? [0, 1] : [1, 0];
    const posts = order.map((index) =>
      postTo(
        `${instances.services[index]?.url}/channels/telegram/webhook`,
        pressUpdate(personId, {
          data: `${widgetId}#${index}`,
          label: CHOICES[index] ?? '',
          queryId: `${personId}/${index}`,
        }),
        HOOK,
      ),
    );
    expect((await Promise.all(posts)).map(({ status }) => status)).toEqual([200, 200]);
  }

  it(`are one claim, one call of the agent and two true toasts, ${QUESTIONS} times`, { timeout: 120_000 }, async () => {
    const people = Array.from({ length: QUESTIONS }, (_, index) => index + 1);
    const startedMs = performance.now();
    for (let begun = 0; begun < people.length; begun += AT_A_TIME) {
      const some = people.slice(begun, begun + AT_A_TIME);
      const widgetIds = await Promise.all(some.map(ask));
      await Promise.all(some.map((personId, index) => pressBoth(personId, widgetIds[index] ?? '')));
    }
    await expect.poll(() => runs.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(QUESTIONS);
    await expect.poll(() => api.callsOf('answerCallbackQuery').length, { timeout: 20_000 }).toBe(2 * QUESTIONS);

    const toasts = new Map(api.callsOf('answerCallbackQuery').map((call) => [call.callback_query_id, call.text]));
    const byPerson = runsByPerson();
    const wins = [0, 0];
    for (const personId of people) {
      const [run, ...more] = byPerson.get(personId) ?? [];
      expect(more).toEqual([]);
      const winner = CHOICES.indexOf(run?.uiResponse?.label ?? '');
      const shown = CHOICES.map((_, index) => toasts.get(`${personId}/${index}`));
      const label = CHOICES[winner];
      expect(shown[winner]).toBe(`Recorded: ${label}`);
      expect(shown[1 - winner]).toBe(`Already answered: ${label}`);
      wins[winner] = (wins[winner] ?? 0) + 1;
    }
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
    process.stdout.write(`presses at the same instant: ${QUESTIONS} in ${seconds} s, won by ${wins.join(' and ')}\n`);
    // Each of them is the faster one now and then, or they did not race.
    expect(Math.min(...wins)).toBeGreaterThan(0);
  });
});
