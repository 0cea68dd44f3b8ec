import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contractAgent } from './agent.ts';
import { label, text } from './arbitraries.ts';
import type { ChannelUnderTest, Shown, StartChannel } from './channel-under-test.ts';

const COUNT = 1_000;
/** Enough that one commit of the store keeps many of them. */
const AT_A_TIME = 100;

interface Asked {
  text: string;
  clarification?: { prompt: string; choices: { value: string; label: string }[]; multi: boolean };
  credential_redirect?: { service: string };
  tool_results?: { tool: string; result: unknown }[];
}

const choices = fc
  .oneof(
    { weight: 9, arbitrary: fc.array(label, { minLength: 1, maxLength: 25 }) },
    // Too many for a widget.
    { weight: 1, arbitrary: fc.array(label, { minLength: 26, maxLength: 30 }) },
  )
  .map((labels) => labels.map((one, at) => ({ value: `value-${at}`, label: one })));

const turn: fc.Arbitrary<Asked> = fc.record(
  {
    text,
    clarification: fc.record({ prompt: label, choices, multi: fc.boolean() }),
    credential_redirect: fc.constant({ service: 'github' }),
    tool_results: fc.constant([{ tool: 'pay', result: { _link: { label: 'Pay', url: 'https://pay.example/1' } } }]),
  },
  { requiredKeys: ['text', 'clarification'] },
);

/**
 * Whatever an agent says reaches the person, and every choice can be made. `typedAtMost`: how many may have to be typed,
 * of a thousand.
 */
export function describeEnvelopes(name: string, start: StartChannel, { typedAtMost = COUNT / 2 } = {}): void {
  describe(`anything that an agent says on ${name}`, () => {
    const agent = contractAgent({ confirms: false });
    let channel: ChannelUnderTest;
    let typed = 0;
    beforeAll(async () => {
      channel = await start(agent.type);
    });
    afterAll(() => channel?.end());

    it(`is delivered, none refused, every choice within reach, ${COUNT} times`, { timeout: 120_000 }, async () => {
      const turns = fc.sample(turn, { numRuns: COUNT, seed: 5 });
      for (let begun = 0; begun < turns.length; begun += AT_A_TIME) {
        const batch = turns.slice(begun, begun + AT_A_TIME).map((asked, at) => deliver(asked, begun + at));
        await Promise.all(batch);
        expect(channel.refusals()).toEqual([]);
      }
      // Both ways were taken, or the test says less than its name.
      expect(typed).toBeGreaterThan(20);
      expect(typed).toBeLessThan(typedAtMost);
    });

    async function deliver(asked: Asked, number: number): Promise<void> {
      const reader = channel.person(`Reader ${number}`);
      const { direct } = reader;
      const to = { channel: name, address: direct.address };
      const answers = direct.wantsAnswerers ? { answers: [reader.id] } : {};
      const { status, body } = await channel.post('/v1/turns', { to, turn: asked, ...answers });
      expect(status, JSON.stringify(body)).toBe(202);
      const { length } = (body as { deliveries: unknown[] }).deliveries;
      await until(() => channel.shown(direct).length >= length);
      expect(channel.shown(direct)).toHaveLength(length);

      const messages = channel.shown(direct);
      const { choices: offered, multi } = asked.clarification ?? { choices: [], multi: false };
      const pressable = messages.flatMap((one) => (multi ? one.severalOptions : one.options));
      if (pressable.length === offered.length) return;
      expect(numbersIn(messages)).toEqual(expect.arrayContaining(offered.map((_, at) => at + 1)));
      typed += 1;
      const at = number % offered.length;
      // Not the bare number: that may be the label of another choice.
      await channel.say(reader, direct, `${at + 1}.`);
      const answer = () => agent.turns.find(({ person }) => person.id === reader.id)?.uiResponse?.value;
      await until(() => answer() !== undefined);
      expect([answer()].flat()).toEqual([`value-${at}`]);
    }
  });
}

/** A look costs nothing but the look, since many wait at a time. Whoever waits in vain sees what there is instead. */
async function until(holds: () => boolean): Promise<void> {
  const endMs = performance.now() + 30_000;
  while (!holds() && performance.now() < endMs) await sleep(20);
}

/** Numbers at the head of a line. */
function numbersIn(messages: readonly Shown[]): number[] {
  return messages.flatMap((one) => [...one.text.matchAll(/^\s*(\d+)[.)]/gm)].map((match) => Number(match[1])));
}
