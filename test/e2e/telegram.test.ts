import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Message } from '../../src/emulators/telegram/index.ts';
import { startTestService, type TestService } from './service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.end());

/** The bot's messages in a chat, once there are so many. */
async function botMessages(chat: number, count: number): Promise<Message[]> {
  const { telegram } = service;
  const ofBot = () => telegram.messages(chat).filter((message) => message.from?.id === telegram.bot.id);
  await expect.poll(() => ofBot().length, { timeout: 5_000, interval: 10 }).toBeGreaterThanOrEqual(count);
  return ofBot();
}

const labelsOf = (message: Message | undefined) =>
  message?.reply_markup?.inline_keyboard.flat().map((button) => button.text) ?? [];

/** Whether a poll for updates confirmed all there were. */
function updatesTaken(): boolean {
  const { calls } = service.telegram;
  const last = calls.findLast((call) => call.method === 'getUpdates');
  return last !== undefined && last.answer === undefined;
}

describe('a conversation on Telegram', () => {
  it('asks with buttons, takes a press, shows the answer and goes on [MUXI-31, MUXI-34, CH-5]', async () => {
    const { telegram } = service;
    const ann = telegram.person('Ann');
    telegram.sendText(ann, ann, 'deploy');
    const [question] = await botMessages(ann.id, 1);
    expect(question?.text).toBe('Which region should I deploy to?\n\n1. United States\n2. Europe');
    expect(labelsOf(question)).toEqual(['United States', 'Europe']);

    const toast = await telegram.press(ann, { chat: ann, message_id: question?.message_id ?? 0 }, 1);
    expect(toast).toMatchObject({ isAnswered: true, text: 'Recorded: Europe' });
    const [edited, answer] = await botMessages(ann.id, 2);
    expect(answer?.text).toBe('Deploying to eu.');
    await expect
      .poll(() => labelsOf(telegram.messages(ann).find((m) => m.message_id === edited?.message_id)))
      .toEqual([]);
    expect(telegram.messages(ann).find((m) => m.message_id === edited?.message_id)?.text).toContain('✓ Europe');
  });

  it.each(['2', '2.', 'europe', 'EUROPE', 'eu'])(
    'takes the typed answer %j as the press it stands for',
    async (text) => {
      const { telegram } = service;
      const person = telegram.person(`Typist ${text}`);
      telegram.sendText(person, person, 'deploy');
      await botMessages(person.id, 1);
      telegram.sendText(person, person, text);
      const [question, answer] = await botMessages(person.id, 2);
      expect(answer?.text).toBe('Deploying to eu.');
      await expect
        .poll(() => telegram.messages(person).find((m) => m.message_id === question?.message_id)?.text)
        .toContain('✓ Europe');
    },
  );

  it('a double press is one answer, and says so [CH-6, HI-42, MUXI-29]', async () => {
    const { telegram } = service;
    const bo = telegram.person('Bo');
    telegram.sendText(bo, bo, 'deploy');
    const [question] = await botMessages(bo.id, 1);
    const message = { chat: bo, message_id: question?.message_id ?? 0 };
    const data =
      question?.reply_markup?.inline_keyboard
        .flat()
        .map((button) => ('callback_data' in button ? button.callback_data : '')) ?? [];
    const toasts = await Promise.all([
      telegram.press(bo, message, data[0] ?? ''),
      telegram.press(bo, message, data[1] ?? ''),
      telegram.press(bo, message, data[0] ?? ''),
    ]);
    expect(toasts.map((toast) => toast.text).sort()).toEqual([
      'Already answered: United States',
      'Already answered: United States',
      'Recorded: United States',
    ]);
    await botMessages(bo.id, 2);
    telegram.sendText(bo, bo, 'and now?');
    const messages = await botMessages(bo.id, 3);
    expect(messages.map((one) => one.text).slice(1)).toEqual(['Deploying to us.', 'You said: and now?']);
  });

  it('a press still counts after a restart [CH-63]', async () => {
    const { telegram } = service;
    const cy = telegram.person('Cy');
    telegram.sendText(cy, cy, 'deploy');
    const [question] = await botMessages(cy.id, 1);
    await service.restart();
    const toast = await telegram.press(cy, { chat: cy, message_id: question?.message_id ?? 0 }, 0);
    expect(toast.text).toBe('Recorded: United States');
    expect((await botMessages(cy.id, 2))[1]?.text).toBe('Deploying to us.');
  });

  it('a button of another chat is refused and reaches no agent [MUXI-30]', async () => {
    const { telegram } = service;
    const [dee, eve] = [telegram.person('Dee'), telegram.person('Eve')];
    telegram.sendText(dee, dee, 'deploy');
    telegram.sendText(eve, eve, 'hello');
    const [question] = await botMessages(dee.id, 1);
    const [hello] = await botMessages(eve.id, 1);
    const button = question?.reply_markup?.inline_keyboard[0]?.[0];
    const data = button && 'callback_data' in button ? button.callback_data : '';
    const toast = await telegram.press(eve, { chat: eve, message_id: hello?.message_id ?? 0 }, data);
    expect(toast.text).toBe('This button is not for this chat.');
    expect(telegram.messages(eve).length).toBe(2);
  });

  it('in a group only the one who was asked answers, by a press or a reply [MUXI-30]', async () => {
    const { telegram } = service;
    const group = telegram.group('Team');
    const [fay, gus] = [telegram.person('Fay'), telegram.person('Gus')];
    telegram.sendText(fay, group, 'no mention, no answer');
    telegram.sendText(fay, group, `@${telegram.bot.username} deploy`);
    const [question] = await botMessages(group.id, 1);
    const message = { chat: group, message_id: question?.message_id ?? 0 };
    expect((await telegram.press(gus, message, 1)).text).toBe('This question is not yours to answer.');
    telegram.sendText(gus, group, '2', { replyTo: message.message_id });
    expect((await botMessages(group.id, 2))[1]?.text).toBe('You said: 2');
    expect((await telegram.press(fay, message, 1)).text).toBe('Recorded: Europe');
    expect((await botMessages(group.id, 3))[2]?.text).toBe('Deploying to eu.');
  });

  it('an anonymous admin is never the asker: the choices come as text', async () => {
    const { telegram } = service;
    const group = telegram.supergroup('Admins');
    const hal = telegram.person('Hal');
    telegram.sendText(hal, group, `@${telegram.bot.username} deploy`, { isAnonymous: true });
    const [question] = await botMessages(group.id, 1);
    expect(question?.text).toContain('2. Europe');
    expect(labelsOf(question)).toEqual([]);
  });

  it('long values come back exactly, whatever the button carries [CH-1, CH-3]', async () => {
    const { telegram } = service;
    const values = Array.from(
      { length: 8 },
      (_, hour) => `2026-12-01T0${hour}:30:00.000+01:00[Europe/Berlin] ${'x'.repeat(90)}`,
    );
    const turn = {
      text: 'When?',
      clarification: { prompt: 'When?', choices: values.map((value, at) => ({ value, label: `${at}:30` })) },
    };
    for (const [index, value] of values.entries()) {
      const person = telegram.person(`Guest ${index}`);
      const to = { channel: 'telegram', address: { chat_id: person.id } };
      expect((await service.post('/v1/turns', { to, turn })).status).toBe(202);
      const [question] = await botMessages(person.id, 1);
      await telegram.press(person, { chat: person, message_id: question?.message_id ?? 0 }, index);
      expect((await botMessages(person.id, 2))[1]?.text).toBe(`Deploying to ${value}.`);
    }
  });

  it('stays in its forum topic', async () => {
    const { telegram } = service;
    const forum = telegram.supergroup('Forum', { isForum: true });
    const ivy = telegram.person('Ivy');
    const topic = telegram.topic(forum, 'Support');
    telegram.sendText(ivy, forum, `@${telegram.bot.username} hi`, { threadId: topic });
    const [answer] = await botMessages(forum.id, 1);
    expect(answer?.message_thread_id).toBe(topic);
  });

  it('a group that became a supergroup keeps its question and its buttons [CH-14]', async () => {
    const { telegram } = service;
    const group = telegram.group('Movers');
    const jo = telegram.person('Jo');
    telegram.sendText(jo, group, `@${telegram.bot.username} deploy`);
    const [question] = await botMessages(group.id, 1);
    const button = question?.reply_markup?.inline_keyboard[0]?.[0];
    const data = button && 'callback_data' in button ? button.callback_data : '';
    const moved = telegram.migrate(group);
    telegram.sendText(jo, moved, `@${telegram.bot.username} hello`);
    const [hello] = await botMessages(moved.id, 1);
    const toast = await telegram.press(jo, { chat: moved, message_id: hello?.message_id ?? 0 }, data);
    expect(toast.text).toBe('Recorded: United States');
    expect((await botMessages(moved.id, 2)).at(-1)?.text).toBe('Deploying to us.');
  });

  it('a push to an address that a group has left goes to where it lives now [CH-14]', async () => {
    const { telegram } = service;
    const group = telegram.group('Leavers');
    const moved = telegram.migrate(group);
    await expect.poll(updatesTaken, { timeout: 5_000 }).toBe(true);
    await service.post('/v1/turns', {
      to: { channel: 'telegram', address: { chat_id: group.id } },
      turn: { text: 'Anybody?' },
    });
    expect((await botMessages(moved.id, 1)).map(({ text }) => text)).toEqual(['Anybody?']);
  });

  it('a group that moves while the agent works gets the reply at its new address, in order [CH-14]', async () => {
    const { telegram } = service;
    const group = telegram.group('Movers in a hurry');
    const ren = telegram.person('Ren');
    telegram.sendText(ren, group, `@${telegram.bot.username} slowly now`);
    await expect.poll(updatesTaken, { timeout: 5_000 }).toBe(true);
    const calls = telegram.calls.length;
    const moved = telegram.migrate(group);
    telegram.sendText(ren, moved, `@${telegram.bot.username} hello`);
    expect((await botMessages(moved.id, 2)).map((message) => message.text)).toEqual(['Done.', 'You said: hello']);
    const sent = telegram.calls.slice(calls).filter((call) => call.method === 'sendMessage');
    expect(sent.map((call) => call.parameters.chat_id)).toEqual([moved.id, moved.id]);
  });

  it('a delivery that was tried often before is still moved, not given up [CH-14, CH-17]', async () => {
    const { telegram } = service;
    const group = telegram.group('Slow movers');
    const sal = telegram.person('Sal');
    telegram.sendText(sal, group, `@${telegram.bot.username} hello`);
    await botMessages(group.id, 1);
    const pushed = telegram.migrate(group);
    for (let time = 0; time < 6; time++) {
      telegram.failNext('sendMessage', {
        error_code: 429,
        description: 'Too Many Requests: retry after 0.01',
        parameters: { retry_after: 0.01 },
      });
    }
    const to = { channel: 'telegram', address: { chat_id: group.id } };
    expect((await service.post('/v1/turns', { to, turn: { text: 'still there?' } })).status).toBe(202);
    expect((await botMessages(pushed.id, 1))[0]?.text).toBe('still there?');
  });

  it('shows a link as a button and as text', async () => {
    const { telegram } = service;
    const kim = telegram.person('Kim');
    telegram.sendText(kim, kim, 'github');
    const [link] = await botMessages(kim.id, 1);
    expect(link?.text).toBe(
      'I need your GitHub account first.\n\nConnect GitHub: https://github.com/login/oauth/authorize?client_id=abc',
    );
    expect(link?.reply_markup?.inline_keyboard).toEqual([
      [{ text: 'Connect GitHub', url: 'https://github.com/login/oauth/authorize?client_id=abc' }],
    ]);
  });

  it('an empty reply sends nothing [CH-60]', async () => {
    const { telegram } = service;
    const lou = telegram.person('Lou');
    telegram.sendText(lou, lou, 'silence please');
    telegram.sendText(lou, lou, 'hello');
    expect((await botMessages(lou.id, 1)).map((message) => message.text)).toEqual(['You said: hello']);
  });

  it('an edit of a message that still waits replaces it; a later edit is ignored', async () => {
    const { telegram } = service;
    const una = telegram.person('Una');
    telegram.sendText(una, una, 'slowly now');
    const waiting = telegram.sendText(una, una, 'frist');
    await expect.poll(updatesTaken, { timeout: 5_000 }).toBe(true);
    telegram.edit(una, { chat: una, message_id: waiting.message_id }, 'first');
    const messages = await botMessages(una.id, 2);
    expect(messages.map((message) => message.text)).toEqual(['Done.', 'You said: first']);
    telegram.edit(una, { chat: una, message_id: waiting.message_id }, 'third');
    telegram.sendText(una, una, 'last');
    expect((await botMessages(una.id, 3)).map((message) => message.text)).toEqual([
      'Done.',
      'You said: first',
      'You said: last',
    ]);
  });

  it('keeps the order of a conversation', async () => {
    const { telegram } = service;
    const max = telegram.person('Max');
    for (let number = 1; number <= 20; number++) telegram.sendText(max, max, `message ${number}`);
    const messages = await botMessages(max.id, 20);
    expect(messages.map((message) => message.text)).toEqual(
      Array.from({ length: 20 }, (_, index) => `You said: message ${index + 1}`),
    );
  });

  it('waits as long as Telegram asks and then delivers [CH-17]', async () => {
    const { telegram } = service;
    const ned = telegram.person('Ned');
    telegram.failNext('sendMessage', {
      error_code: 429,
      description: 'Too Many Requests: retry after 1',
      parameters: { retry_after: 1 },
    });
    const started = Date.now();
    telegram.sendText(ned, ned, 'hello');
    await botMessages(ned.id, 1);
    expect(Date.now() - started).toBeGreaterThanOrEqual(1_000);
  });

  it('tries again after a fault of the network or of the platform, once delivered stays once', async () => {
    const { telegram } = service;
    const oz = telegram.person('Oz');
    telegram.failNext('sendMessage', 'reset');
    telegram.failNext('sendMessage', 502);
    telegram.sendText(oz, oz, 'hello');
    await botMessages(oz.id, 1);
    telegram.sendText(oz, oz, 'bye');
    expect((await botMessages(oz.id, 2)).map((message) => message.text)).toEqual(['You said: hello', 'You said: bye']);
  });

  it('a person who blocked the bot costs nothing but that delivery [CH-16]', async () => {
    const { telegram } = service;
    const pat = telegram.person('Pat');
    telegram.sendText(pat, pat, 'hello');
    await botMessages(pat.id, 1);
    telegram.block(pat);
    const pushed = await service.post('/v1/turns', {
      to: { channel: 'telegram', address: { chat_id: pat.id } },
      turn: { text: 'are you there?' },
    });
    expect(pushed.status).toBe(202);
    const quin = telegram.person('Quin');
    telegram.sendText(quin, quin, 'hello');
    await botMessages(quin.id, 1);
    telegram.unblock(pat);
    telegram.sendText(pat, pat, 'back');
    expect((await botMessages(pat.id, 2)).map((message) => message.text)).toEqual([
      'You said: hello',
      'You said: back',
    ]);
  });
});
