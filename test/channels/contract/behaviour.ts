import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Turn } from '../../../src/protocol/turn.ts';
import { contractAgent, LONG_TEXT } from './agent.ts';
import type { ChannelUnderTest, Place, Shown, Somebody, StartChannel } from './channel-under-test.ts';

/** What a platform does not have, and why what rests on it is left out. */
export interface Without {
  groups?: string;
  /** Messages that were sent stay as they are. */
  edits?: string;
}

/** What every channel that connects promises, with its platform's emulator at the other end. */
export function describeBehaviour(name: string, start: StartChannel, without: Without = {}): void {
  const unless = (reason: string | undefined) => (reason === undefined ? it : it.skip);
  describe(`a conversation on ${name}`, () => {
    const agent = contractAgent();
    let channel: ChannelUnderTest;
    beforeAll(async () => {
      channel = await start(agent.type);
    });
    afterAll(() => channel?.end());

    /** What the bot has said there, once it is so many messages. */
    async function saidIn(place: Place, count: number): Promise<readonly Shown[]> {
      const texts = () => channel.shown(place).map(({ text }) => text);
      await expect.poll(texts, { timeout: 10_000, interval: 20 }).toHaveLength(count);
      return channel.shown(place);
    }

    async function ask(who: Somebody, place: Place, what = 'region'): Promise<Shown> {
      await channel.say(who, place, what);
      const [question] = await saidIn(place, 1);
      if (!question) throw new Error('The bot asked nothing.');
      return question;
    }

    /** The message as it stands now. */
    const now = (place: Place, { id }: Shown) => channel.shown(place).find((message) => message.id === id);

    async function showsAnswer(place: Place, question: Shown, label: string): Promise<void> {
      if (without.edits !== undefined) return;
      await expect.poll(() => now(place, question)?.text, { timeout: 10_000 }).toContain(`✓ ${label}`);
      expect(now(place, question)).toMatchObject({ options: [], severalOptions: [] });
    }

    const turnsOf = ({ id }: Somebody): Turn[] => agent.turns.filter(({ person }) => person.id === id);
    const answersOf = (who: Somebody) =>
      turnsOf(who).flatMap(({ uiResponse }) => (uiResponse ? [uiResponse.value] : []));

    describe('says', () => {
      it('its reply where the message was written', async () => {
        const amy = channel.person('Amy');
        await channel.say(amy, amy.direct, 'hello');
        expect((await saidIn(amy.direct, 1))[0]?.text).toBe('You said: hello');
      });

      unless(without.groups)('its reply in private and in a group, each where it was asked', async () => {
        const ann = channel.person('Ann');
        await channel.say(ann, ann.direct, 'hello');
        expect((await saidIn(ann.direct, 1))[0]?.text).toBe('You said: hello');
        const team = channel.group('Team', [ann]);
        await channel.say(ann, team, 'hello all');
        expect((await saidIn(team, 1))[0]?.text).toBe('You said: hello all');
        expect(channel.shown(ann.direct)).toHaveLength(1);
      });

      it('a link that an agent never wrote, as a button and in words [MUXI-34]', async () => {
        const bea = channel.person('Bea');
        const message = await ask(bea, bea.direct, 'account');
        expect(message.links).toEqual([{ label: 'Connect GitHub', url: 'https://github.com/login' }]);
        expect(message.text).toContain('https://github.com/login');
      });

      it('a long text whole, in messages that the platform takes [CH-23, CH-53]', async () => {
        const cal = channel.person('Cal');
        await channel.say(cal, cal.direct, 'long');
        const words = () => wordsIn(channel.shown(cal.direct));
        await expect.poll(words, { timeout: 10_000 }).toHaveLength(1_200);
        expect(words().join(' ')).toBe(LONG_TEXT);
        for (const { text } of channel.shown(cal.direct))
          expect(text.length).toBeLessThanOrEqual(channel.maxMessageChars);
      });

      it('nothing where the agent says nothing [CH-60]', async () => {
        const dan = channel.person('Dan');
        await channel.say(dan, dan.direct, 'nothing');
        await channel.say(dan, dan.direct, 'hello');
        expect((await saidIn(dan.direct, 1))[0]?.text).toBe('You said: hello');
        expect(channel.refusals()).toEqual([]);
      });
    });

    describe('asks, and', () => {
      it('a press is the answer, which the message shows then [MUXI-31]', async () => {
        const eve = channel.person('Eve');
        const question = await ask(eve, eve.direct);
        expect(question.options).toEqual(['United States', 'Europe', 'Asia']);
        await channel.press(eve, eve.direct, question, 'Europe');
        expect((await saidIn(eve.direct, 2))[1]?.text).toBe('Chosen "eu-1".');
        await showsAnswer(eve.direct, question, 'Europe');
        expect(turnsOf(eve)[1]).toMatchObject({
          message: 'Europe',
          uiResponse: { value: 'eu-1', label: 'Europe', prompt: 'Which region?' },
        });
      });

      it('a double press is one answer, and the second is told so [CH-6, HI-42, MUXI-29]', async () => {
        const fay = channel.person('Fay');
        const question = await ask(fay, fay.direct);
        await Promise.all([
          channel.press(fay, fay.direct, question, 'Europe'),
          channel.press(fay, fay.direct, question, 'Europe'),
        ]);
        expect(await channel.press(fay, fay.direct, question, 'Asia')).toBe('Already answered: Europe');
        await channel.say(fay, fay.direct, 'and now');
        await saidIn(fay.direct, 3);
        expect(answersOf(fay)).toEqual(['eu-1']);
      });

      it('a press counts after a restart, a stale one is told so [CH-63]', async () => {
        const gus = channel.person('Gus');
        const question = await ask(gus, gus.direct);
        await channel.restart();
        await channel.press(gus, gus.direct, question, 'Asia');
        expect((await saidIn(gus.direct, 2))[1]?.text).toBe('Chosen "ap-1".');
        await channel.restart();
        expect(await channel.press(gus, gus.direct, question, 'Europe')).toBe('Already answered: Asia');
        expect(answersOf(gus)).toEqual(['ap-1']);
      });

      unless(without.groups)(
        'only the one who was asked answers in a group, by a press or by a reply [MUXI-30]',
        async () => {
          const [hal, ida] = [channel.person('Hal'), channel.person('Ida')];
          const team = channel.group('Pair', [hal, ida]);
          const question = await ask(hal, team);
          expect(await channel.press(ida, team, question, 'Asia')).toBe('This question is not yours to answer.');
          expect(answersOf(ida)).toEqual([]);
          await channel.say(hal, team, '2', question);
          expect((await saidIn(team, 2))[1]?.text).toBe('Chosen "eu-1".');
          await showsAnswer(team, question, 'Europe');
        },
      );

      it.each(['2', 'europe'])('a typed %j is the answer, which the message shows then [MUXI-24]', async (typed) => {
        const who = channel.person(`Typist ${typed}`);
        const question = await ask(who, who.direct);
        await channel.say(who, who.direct, typed);
        expect((await saidIn(who.direct, 2))[1]?.text).toBe('Chosen "eu-1".');
        await showsAnswer(who.direct, question, 'Europe');
      });
    });

    describe('asks for several, and', () => {
      it('what is picked is one answer, in the order of the options [MUXI-13]', async () => {
        const jo = channel.person('Jo');
        const question = await ask(jo, jo.direct, 'regions');
        expect(question.severalOptions).toEqual(['United States', 'Europe', 'Asia']);
        await channel.pressSeveral(jo, jo.direct, question, ['Asia', 'United States']);
        expect((await saidIn(jo.direct, 2))[1]?.text).toBe('Chosen ["us-1","ap-1"].');
        await showsAnswer(jo.direct, question, 'United States, Asia');
        expect(turnsOf(jo)[1]?.message).toBe('United States, Asia');
      });

      it.each([
        ['1, 3', ['us-1', 'ap-1']],
        ['3 1', ['us-1', 'ap-1']],
        ['Asia, europe', ['eu-1', 'ap-1']],
        ['all', ['us-1', 'eu-1', 'ap-1']],
      ])('a typed %j is the answer %j', async (typed, values) => {
        const who = channel.person(`Several ${typed}`);
        await ask(who, who.direct, 'regions');
        await channel.say(who, who.direct, typed);
        await saidIn(who.direct, 2);
        expect(answersOf(who)).toEqual([values]);
      });

      unless(without.groups)('only the one who was asked picks in a group [MUXI-30]', async () => {
        const [kim, lee] = [channel.person('Kim'), channel.person('Lee')];
        const team = channel.group('Pickers', [kim, lee]);
        const question = await ask(kim, team, 'regions');
        expect(await channel.pressSeveral(lee, team, question, ['Asia'])).toBe('This question is not yours to answer.');
        await channel.pressSeveral(kim, team, question, ['Europe']);
        expect((await saidIn(team, 2))[1]?.text).toBe('Chosen ["eu-1"].');
        expect(answersOf(lee)).toEqual([]);
      });

      it('an answer that picks nothing is told to choose, where it can be given at all', async () => {
        const lou = channel.person('Lou');
        const question = await ask(lou, lou.direct, 'regions');
        expect(['Please choose something first.', undefined]).toContain(
          await channel.pressNone?.(lou, lou.direct, question),
        );
        await channel.pressSeveral(lou, lou.direct, question, ['Asia']);
        await saidIn(lou.direct, 2);
        expect(answersOf(lou)).toEqual([['ap-1']]);
      });

      it('a second answer is told of the first', async () => {
        const mia = channel.person('Mia');
        const question = await ask(mia, mia.direct, 'regions');
        await channel.pressSeveral(mia, mia.direct, question, ['Asia']);
        await saidIn(mia.direct, 2);
        expect(await channel.pressSeveral(mia, mia.direct, question, ['Europe'])).toBe('Already answered: Asia');
        expect(answersOf(mia)).toEqual([['ap-1']]);
      });
    });

    describe('when the platform fails,', () => {
      it.each(['throttled', 'broken', 'cut'] as const)('a send that was %s arrives once', async (fault) => {
        const who = channel.person(`Patient ${fault}`);
        channel.failNextSend(fault);
        await channel.say(who, who.direct, 'hello');
        await saidIn(who.direct, 1);
        await channel.say(who, who.direct, 'bye');
        expect((await saidIn(who.direct, 2)).map(({ text }) => text)).toEqual(['You said: hello', 'You said: bye']);
      });

      it('a send of which no answer came is not lost', async () => {
        const ned = channel.person('Ned');
        channel.failNextSend('lost');
        await channel.say(ned, ned.direct, 'hello');
        await channel.say(ned, ned.direct, 'bye');
        const texts = () => channel.shown(ned.direct).map(({ text }) => text);
        await expect.poll(texts, { timeout: 10_000 }).toContain('You said: bye');
        expect([...new Set(texts())]).toEqual(['You said: hello', 'You said: bye']);
      });

      it('a send that was refused costs nothing but that message [CH-16]', async () => {
        const oda = channel.person('Oda');
        channel.failNextSend('refused');
        await channel.say(oda, oda.direct, 'hello');
        await channel.say(oda, oda.direct, 'bye');
        expect((await saidIn(oda.direct, 1))[0]?.text).toBe('You said: bye');
      });
    });

    describe('hears', () => {
      it('a message that the platform hands over twice once [CH-30]', async () => {
        const pia = channel.person('Pia');
        await channel.sayTwice(pia, pia.direct, 'hello');
        await channel.say(pia, pia.direct, 'bye');
        await saidIn(pia.direct, 2);
        expect(turnsOf(pia).map(({ message }) => message)).toEqual(['hello', 'bye']);
      });

      it('neither itself nor what it does not know', async () => {
        const quin = channel.person('Quin');
        await channel.say(quin, quin.direct, 'hello');
        await saidIn(quin.direct, 1);
        await channel.echo(quin.direct, 'I am the bot');
        await channel.unknownEvent();
        await channel.say(quin, quin.direct, 'bye');
        expect((await saidIn(quin.direct, 2)).map(({ text }) => text)).toEqual(['You said: hello', 'You said: bye']);
        expect(agent.turns.filter(({ message }) => message.includes('I am the bot'))).toEqual([]);
      });
    });
  });
}

function wordsIn(messages: readonly Shown[]): string[] {
  return messages.flatMap(({ text }) => text.split(/\s+/)).filter((word) => word.startsWith('word'));
}
