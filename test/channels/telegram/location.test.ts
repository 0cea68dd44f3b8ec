import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { telegram } from '../../../src/channels/telegram/index.ts';
import type { Message } from '../../../src/emulators/telegram/index.ts';
import type { AgentType } from '../../../src/protocol/agent.ts';
import { place } from '../../toys/place.ts';
import type { ChannelUnderTest } from '../contract/channel-under-test.ts';
import { startTelegram } from './under-test.ts';

const agent: AgentType = {
  type: 'contract',
  settings: z.looseObject({}),
  makesWidgets: true,
  create: () => ({
    async *run({ message }) {
      yield { type: 'text', delta: 'Meet me there.' };
      yield { type: 'ui', widgets: [place.sample] };
      if (message === 'file') yield { type: 'file', name: 'plan.txt', mime: 'text/plain', data: 'cGxhbg==' };
    },
  }),
};

describe('a point on the map in Telegram', () => {
  let channel: ChannelUnderTest;
  beforeAll(async () => {
    channel = await startTelegram(agent);
  });
  afterAll(() => channel?.end());

  it('is a message of its own behind the text, which says where it is, too', async () => {
    const ann = channel.person('Ann');
    await channel.say(ann, ann.direct, 'where?');
    const shown = () => channel.shown(ann.direct).map(({ raw }) => raw as Message);
    await expect.poll(() => shown().length, { timeout: 10_000, interval: 20 }).toBe(2);
    expect(shown().map(({ text, location }) => [text, location])).toEqual([
      ['Meet me there.\n\nEiffel Tower\n48.8584, 2.2945', undefined],
      [undefined, { latitude: 48.8584, longitude: 2.2945 }],
    ]);
    expect(channel.refusals()).toEqual([]);
  });

  it('stands between the text and the files', async () => {
    const cy = channel.person('Cy');
    await channel.say(cy, cy.direct, 'file');
    const shown = () => channel.shown(cy.direct).map(({ raw }) => raw as Message);
    await expect.poll(() => shown().length, { timeout: 10_000, interval: 20 }).toBe(3);
    const kinds = shown().map((message) => ['text', 'location', 'document'].filter((kind) => kind in message));
    expect(kinds).toEqual([['text'], ['location'], ['document']]);
  });

  it('goes out once when no answer was seen or the platform was down', async () => {
    const bo = channel.person('Bo');
    channel.failNextSend('broken');
    await channel.say(bo, bo.direct, 'where?');
    await expect.poll(() => channel.shown(bo.direct).length, { timeout: 10_000, interval: 20 }).toBe(2);
    expect(channel.shown(bo.direct).map(({ raw }) => (raw as Message).location !== undefined)).toEqual([false, true]);
  });
});

describe('the payload of a point', () => {
  const printed = telegram.printPoint?.({ latitude: -33.8568, longitude: 151.2153 }, { chat_id: 42 });

  it('is a body of sendLocation, in the topic that the text is in', () => {
    expect(printed).toEqual({ method: 'sendLocation', chat_id: 42, latitude: -33.8568, longitude: 151.2153 });
    expect(telegram.printPoint?.({ latitude: 0, longitude: 0 }, { chat_id: -7, message_thread_id: 3 })).toEqual({
      method: 'sendLocation',
      chat_id: -7,
      message_thread_id: 3,
      latitude: 0,
      longitude: 0,
    });
  });

  it('is accepted from another runtime as it was printed', () => {
    expect(telegram.acceptPayload?.(printed)).toEqual({ address: { chat_id: 42 }, payloads: [printed], notes: [] });
  });

  it.each([
    { latitude: 91, longitude: 0 },
    { latitude: 0, longitude: '7' },
    { latitude: Number.NaN, longitude: 0 },
    {},
  ])('is refused with the place that is none: %j', (point) => {
    expect(telegram.acceptPayload?.({ method: 'sendLocation', chat_id: 42, ...point })).toEqual({
      fault: 'latitude must be a number from -90 to 90, and longitude one from -180 to 180.',
    });
  });
});
