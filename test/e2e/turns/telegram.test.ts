import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Message } from '../../../src/emulators/telegram/index.ts';
import type { TestService } from '../service.ts';
import { letGo, metric, start, untilRuns } from './dripping-service.ts';

/** What the bot said in a chat, once it is this. */
async function reads({ telegram }: TestService, chat: { id: number }, texts: readonly string[]): Promise<Message[]> {
  const ofBot = () => telegram.messages(chat.id).filter((message) => message.from?.id === telegram.bot.id);
  await expect.poll(() => ofBot().map(({ text }) => text), { timeout: 15_000, interval: 10 }).toEqual(texts);
  return ofBot();
}

describe('on Telegram', () => {
  it('a turn whose time is up says what it has, and the next message is answered', async () => {
    const running = await start('{ deadline_ms: 100 }');
    const ann = running.telegram.person('Ann');
    running.telegram.sendText(ann, ann, 'work');
    running.telegram.sendText(ann, ann, 'hello');
    await reads(running, ann, [
      'First things first.\n\nThis took too long, so I stopped here. Please try again.',
      're: hello',
    ]);
  });

  it('/stop ends what runs and what waits, and is answered in the language of the person', async () => {
    const running = await start('{}');
    const { telegram } = running;
    const ann = telegram.person('Ann', { language_code: 'zh-hans' });
    telegram.sendText(ann, ann, 'work');
    telegram.sendText(ann, ann, 'and more');
    await untilRuns(running, 1);
    telegram.sendText(ann, ann, '/stop');
    await reads(running, ann, ['已停止。']);
    telegram.sendText(ann, ann, 'hello');
    await reads(running, ann, ['已停止。', 're: hello']);
  });

  it('/stop in a group is obeyed from the one who is answered, named or not, and from nobody else', async () => {
    const running = await start('{}');
    const { telegram } = running;
    const group = telegram.group('Team');
    const [ann, eve] = [telegram.person('Ann'), telegram.person('Eve')];
    telegram.sendText(ann, group, `@${telegram.bot.username} work`);
    await untilRuns(running);
    telegram.sendText(eve, group, `/stop@${telegram.bot.username}`);
    await reads(running, group, ['I am not working on anything of yours here.']);
    telegram.sendText(ann, group, `/stop@${telegram.bot.username}`);
    await reads(running, group, ['I am not working on anything of yours here.', 'Stopped.']);
    expect(await metric(running, 'footbridge_live_turns')).toBe(0);
  });

  it('/reset closes the question that is open and begins another session', async () => {
    const running = await start('{}');
    const { telegram } = running;
    const ann = telegram.person('Ann');
    telegram.sendText(ann, ann, 'ask');
    const [question] = await reads(running, ann, ['Go?\n1. Yes']);
    telegram.sendText(ann, ann, '/reset');
    await reads(running, ann, ['Go?\n1. Yes', 'Done. We start over.']);
    const toast = await telegram.press(ann, { chat: ann, message_id: question?.message_id ?? 0 }, 0);
    expect(toast.text).toBe('This question has expired.');
    telegram.sendText(ann, ann, 'where');
    await reads(running, ann, ['Go?\n1. Yes', 'Done. We start over.', `telegram:${ann.id}#1`]);
  });

  it('/help says what the bot is', async () => {
    const running = await start('{ commands: { reset: false } }');
    const ann = running.telegram.person('Ann');
    running.telegram.sendText(ann, ann, '/help');
    await reads(running, ann, ['I work.\n\n/stop – stop what I am doing\n/help – show this']);
  });

  it('messages that came while a turn ran are one turn, where a formation steers', async () => {
    const running = await start('{ when_busy: steer }');
    const { telegram } = running;
    const ann = telegram.person('Ann');
    for (const text of ['slowly', 'one', 'two', 'three']) telegram.sendText(ann, ann, text);
    await untilRuns(running, 3);
    letGo();
    await reads(running, ann, ['re: slowly', 're: one\n\ntwo\n\nthree']);
  });

  it('messages that came while a turn ran are refused, where a formation drops them', async () => {
    const running = await start('{ when_busy: drop }');
    const { telegram } = running;
    const ann = telegram.person('Ann');
    telegram.sendText(ann, ann, 'slowly');
    await untilRuns(running);
    telegram.sendText(ann, ann, 'one');
    const notice = 'I am still working on the last message, so I did not take this one. Please send it again later.';
    await reads(running, ann, [notice]);
    letGo();
    await reads(running, ann, [notice, 're: slowly']);
  });

  it('a backlog that is full tells so once, whatever comes', async () => {
    const running = await start('{ max_waiting: 1, limits: false }');
    const { telegram } = running;
    const ann = telegram.person('Ann');
    telegram.sendText(ann, ann, 'work');
    await untilRuns(running);
    for (let number = 1; number <= 50; number++) telegram.sendText(ann, ann, `message ${number}`);
    const refused = () => metric(running, 'footbridge_refused_total{channel="telegram",reason="lane_full"}');
    await expect.poll(refused, { timeout: 15_000 }).toBe(49);
    expect(await metric(running, 'footbridge_dead_turns')).toBe(49);
    telegram.sendText(ann, ann, '/stop');
    await reads(running, ann, [
      'Too many messages are waiting here, so I cannot take more right now. Please wait a little.',
      'Stopped.',
    ]);
  });

  it('a person who is too fast is told so once, and another one is answered', async () => {
    const running = await start('{ limits: { per_person: { per_second: 0.01, burst: 2 } } }');
    const { telegram } = running;
    const [ann, bo] = [telegram.person('Ann'), telegram.person('Bo')];
    for (let number = 1; number <= 30; number++) telegram.sendText(ann, ann, `${number}`);
    telegram.sendText(bo, bo, 'hello');
    await reads(running, bo, ['re: hello']);
    const said = () => telegram.messages(ann.id).flatMap(({ from, text }) => (from?.id === ann.id ? [] : [text]));
    await expect
      .poll(() => said().sort(), { timeout: 15_000 })
      .toEqual([
        'This is too fast for me, so I did not take all of your messages. Please wait a little.',
        're: 1',
        're: 2',
      ]);
  });
});

describe('a webhook of Telegram', () => {
  it('gets its yes for what is refused, and for a command that it repeats', async () => {
    const running = await start(
      '{ limits: { per_person: { per_second: 0.01, burst: 1 } } }',
      'mode: webhook, secret_token: hush',
    );
    const ann = running.telegram.person('Ann');
    const chatOfAnn = { id: ann.id, type: 'private', first_name: 'Ann' };
    const post = (updateId: number, text: string) => {
      const message = { message_id: updateId, date: 1, chat: chatOfAnn, from: ann, text };
      const headers = { 'X-Telegram-Bot-Api-Secret-Token': 'hush' };
      return running.post('/channels/telegram/webhook', { update_id: updateId, message }, headers);
    };
    for (const updateId of [1, 2, 3]) expect((await post(updateId, 'hello')).status).toBe(200);
    for (let time = 0; time < 3; time++) expect((await post(4, '/stop')).status).toBe(200);
    await expect.poll(() => running.telegram.messages(ann.id).length, { timeout: 15_000 }).toBe(3);
    await sleep(100);
    const texts = running.telegram.messages(ann.id).map(({ text }) => text);
    expect(texts.sort()).toEqual([
      'There is nothing to stop.',
      'This is too fast for me, so I did not take all of your messages. Please wait a little.',
      're: hello',
    ]);
  });
});

describe('120 people on Telegram', () => {
  it('are answered at once, though the agent works on 24 of them without end, and those are stopped', async () => {
    const running = await start('{}');
    const { telegram } = running;
    const people = Array.from({ length: 120 }, (_, index) => telegram.person(`P${index}`));
    const [workers, talkers] = [people.slice(0, 24), people.slice(24)];
    for (const person of workers) telegram.sendText(person, person, 'work');
    for (const person of talkers) telegram.sendText(person, person, 'hello');
    const said = (chat: { id: number }) =>
      telegram.messages(chat.id).flatMap(({ from, text }) => (from?.id === telegram.bot.id ? [text] : []));
    const silent = (chats: typeof people) => chats.filter((chat) => said(chat).length === 0).length;
    await expect.poll(() => silent(talkers), { timeout: 15_000 }).toBe(0);
    expect(silent(workers)).toBe(24);
    for (const person of workers) telegram.sendText(person, person, '/stop');
    await expect.poll(() => silent(workers), { timeout: 15_000 }).toBe(0);
    expect(workers.map(said)).toEqual(workers.map(() => ['Stopped.']));
    expect(talkers.map(said)).toEqual(talkers.map(() => ['re: hello']));
  }, 40_000);
});
