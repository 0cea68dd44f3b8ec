import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { AgentType } from '../../../src/protocol/agent.ts';
import type { Turn } from '../../../src/protocol/turn.ts';
import type { ChannelUnderTest, Place, Shown, Somebody, StartChannel } from './channel-under-test.ts';

/** What a channel that connects promises of the commands that an agent offers. */
export function describeCommands(name: string, start: StartChannel): void {
  describe(`a command that is offered on ${name}`, () => {
    const { type, turns } = offeringAgent();
    let channel: ChannelUnderTest;
    beforeAll(async () => {
      channel = await start(type);
    });
    afterAll(() => channel?.end());

    async function saidIn(place: Place, count: number): Promise<readonly Shown[]> {
      const texts = () => channel.shown(place).map(({ text }) => text);
      await expect.poll(texts, { timeout: 10_000, interval: 20 }).toHaveLength(count);
      return channel.shown(place);
    }

    async function offered(who: Somebody, place: Place): Promise<Shown> {
      await channel.say(who, place, 'offer');
      const [offer] = await saidIn(place, 1);
      if (!offer) throw new Error('The bot offered nothing.');
      return offer;
    }

    const saidBy = ({ id }: Somebody) =>
      turns.filter(({ person }) => person.id === id).map(({ message, uiResponse }) => [message, uiResponse]);

    it('is in the text, and never sent by itself [UBP-42]', async () => {
      const amy = channel.person('Amy');
      const offer = await offered(amy, amy.direct);
      expect(offer.text).toContain('Buy: /buy 100 BTC');
      const labels = channel.takeUp ? ['Buy', 'Buy (2)', 'Sell & more'] : [];
      expect([offer.commands, offer.options]).toEqual([labels, []]);
      const taken = [];
      for (const label of labels) taken.push((await channel.takeUp?.(amy, amy.direct, offer, label))?.text);
      if (channel.takeUp) expect(taken).toEqual(['/buy 100 BTC', '/buy 5 "ETH" <now>', '/sell ']);
      await channel.say(amy, amy.direct, 'bye');
      await saidIn(amy.direct, 2);
      expect(saidBy(amy)).toEqual([
        ['offer', undefined],
        ['bye', undefined],
      ]);
      expect(channel.refusals()).toEqual([]);
    });

    it('is a message of whoever submits it, as they changed it, and once', async () => {
      const bea = channel.person('Bea');
      const offer = await offered(bea, bea.direct);
      const form = await channel.takeUp?.(bea, bea.direct, offer, 'Buy');
      if (!form?.send) return;
      await form.send('/buy 2 "BTC" & <more>');
      expect((await saidIn(bea.direct, 2))[1]?.text).toContain('You said: /buy 2 "BTC"');
      expect(saidBy(bea)).toEqual([
        ['offer', undefined],
        ['/buy 2 "BTC" & <more>', undefined],
      ]);
    });

    it('is taken up in a group by anybody, each for themselves, and answered there', async () => {
      const [cal, dan] = [channel.person('Cal'), channel.person('Dan')];
      if (!channel.takeUp) return;
      const team = channel.group('Traders', [cal, dan]);
      const offer = await offered(cal, team);
      const form = await channel.takeUp(dan, team, offer, 'Buy (2)');
      expect(form.text).toBe('/buy 5 "ETH" <now>');
      if (!form.send) return;
      await form.send(form.text);
      expect((await saidIn(team, 2))[1]?.text).toContain('You said: /buy 5 "ETH"');
      expect(saidBy(dan)).toEqual([['/buy 5 "ETH" <now>', undefined]]);
      expect(channel.shown(dan.direct)).toEqual([]);
    });

    it('is offered as long as the message is there, also after a restart', async () => {
      const eve = channel.person('Eve');
      const offer = await offered(eve, eve.direct);
      await channel.restart();
      const form = await channel.takeUp?.(eve, eve.direct, offer, 'Buy');
      if (!form?.send) return;
      await channel.restart();
      await form.send(form.text);
      expect((await saidIn(eve.direct, 2))[1]?.text).toBe('You said: /buy 100 BTC');
    });
  });
}

const OFFERS = [
  { id: 'ui_0123456789ABCDEFGHIJK', label: 'Buy', command: '/buy 100 BTC' },
  { id: 'ui_0123456789ABCDEFGHIJL', label: 'Buy', command: '/buy 5 "ETH" <now>' },
  // What is to be typed comes behind the space.
  { id: 'ui_0123456789ABCDEFGHIJM', label: 'Sell & more', command: '/sell ' },
];

function offeringAgent(): { type: AgentType; turns: Turn[] } {
  const turns: Turn[] = [];
  const type: AgentType = {
    type: 'contract',
    settings: z.looseObject({}),
    makesWidgets: true,
    create: () => ({
      async *run(turn) {
        turns.push(turn);
        const isAsked = turn.message.includes('offer');
        yield { type: 'text', delta: isAsked ? 'You could buy some.' : `You said: ${turn.message}` };
        if (isAsked) yield { type: 'ui', widgets: OFFERS.map((offer) => ({ type: 'command', ...offer })) };
      },
    }),
  };
  return { type, turns };
}
