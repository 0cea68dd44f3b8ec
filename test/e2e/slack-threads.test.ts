import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SlackService, startSlackService } from './slack-service.ts';

const textsOf = (messages: readonly { text: string }[]) => messages.map(({ text }) => text);

describe('a thread that the app opens for its answer', () => {
  let service: SlackService;
  beforeAll(async () => {
    service = await startSlackService({ settings: ', open_threads: true' });
  });
  afterAll(() => service.end());

  it.each(['2', 'europe'])('takes %j, said in it by the one who was asked, as the answer [MUXI-24]', async (typed) => {
    const { slack } = service;
    const channel = slack.channel(`deploys-${typed}`);
    const [ann, ben] = [slack.person('Ann'), slack.person('Ben')];
    const { ts } = slack.mention(ann, channel, 'deploy');
    const [question] = await service.said(channel, 1);
    expect(question).toMatchObject({ thread_ts: ts, text: expect.stringContaining('Which region') });
    slack.sendText(ben, channel, typed, { threadTs: ts });
    expect((await service.said(channel, 2))[1]).toMatchObject({ thread_ts: ts, text: `You said: ${typed}` });
    slack.sendText(ann, channel, typed, { threadTs: ts });
    expect((await service.said(channel, 3))[2]).toMatchObject({ thread_ts: ts, text: 'Deploying to eu.' });
    await expect.poll(async () => (await service.said(channel, 3))[0]?.text).toContain('✓ Europe');
  });

  it('is heard without a mention after a restart, as the answer, too [CH-45, CH-63]', async () => {
    const { slack } = service;
    const channel = slack.channel('restarts');
    const ann = slack.person('Ann');
    const { ts } = slack.mention(ann, channel, 'deploy');
    await service.said(channel, 1);
    await service.restart();
    slack.sendText(ann, channel, '2', { threadTs: ts });
    expect((await service.said(channel, 2))[1]).toMatchObject({ thread_ts: ts, text: 'Deploying to eu.' });
    await service.restart();
    slack.sendText(ann, channel, 'and now?', { threadTs: ts });
    expect((await service.said(channel, 3))[2]).toMatchObject({ thread_ts: ts, text: 'You said: and now?' });
  });
});

describe('a thread', () => {
  let service: SlackService;
  beforeAll(async () => {
    service = await startSlackService();
  });
  afterAll(() => service.end());

  it('that the app was called into, or has written in, is heard after a restart; no other is [CH-45]', async () => {
    const { slack } = service;
    const channel = slack.channel('topics');
    const ann = slack.person('Ann');
    const [called, told, other] = ['called', 'told', 'other'].map((text) => slack.sendText(ann, channel, text).ts);
    slack.mention(ann, channel, 'hello', { threadTs: called ?? '' });
    await service.said(channel, 1);
    const pushed = await fetch(`${service.url}/v1/turns`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        to: { channel: 'slack', address: { channel: channel.id, thread_ts: told } },
        turn: { text: 'News.' },
      }),
    });
    expect(pushed.status).toBe(202);
    await service.said(channel, 2);

    await service.restart();
    for (const threadTs of [other, called, told])
      slack.sendText(ann, channel, `in ${threadTs}`, { threadTs: threadTs ?? '' });
    const answers = (await service.said(channel, 4)).slice(2);
    expect(textsOf(answers).sort()).toEqual([`You said: in ${called}`, `You said: in ${told}`].sort());
    await expect.poll(() => slack.unheardEvents).toBe(0);
    slack.mention(ann, channel, 'the last one');
    expect(textsOf((await service.said(channel, 5)).slice(4))).toEqual(['You said: the last one']);
  });

  it('below a question answers it, in a direct message as in a channel, with a mention as without', async () => {
    const { slack } = service;
    const ann = slack.person('Ann');
    const dm = slack.dm(ann);
    slack.sendText(ann, dm, 'deploy');
    const [first] = await service.said(dm, 1);
    slack.sendText(ann, dm, '2', { threadTs: first?.ts ?? '' });
    expect((await service.said(dm, 2))[1]).toMatchObject({ text: 'Deploying to eu.' });
    await expect.poll(async () => (await service.said(dm, 2))[0]?.text).toContain('✓ Europe');

    const channel = slack.channel('asking');
    slack.mention(ann, channel, 'deploy');
    const [second] = await service.said(channel, 1);
    slack.mention(ann, channel, '1', { threadTs: second?.ts ?? '' });
    expect((await service.said(channel, 2))[1]).toMatchObject({ text: 'Deploying to us.' });
    await expect.poll(async () => (await service.said(channel, 2))[0]?.text).toContain('✓ United States');
  });

  it('below a question is a conversation of its own once it was answered, or something else is said [CH-45]', async () => {
    const { slack } = service;
    const ann = slack.person('Ann');
    const channel = slack.channel('asides');
    slack.mention(ann, channel, 'deploy');
    const [question] = await service.said(channel, 1);
    const threadTs = question?.ts ?? '';
    slack.sendText(ann, channel, 'what does it cost?', { threadTs });
    expect((await service.said(channel, 2))[1]).toMatchObject({
      thread_ts: threadTs,
      text: 'You said: what does it cost?',
    });
    slack.sendText(ann, channel, '2', { threadTs });
    expect((await service.said(channel, 3))[2]?.text).toBe('Deploying to eu.');
    slack.sendText(ann, channel, '1', { threadTs });
    expect((await service.said(channel, 4))[3]).toMatchObject({ thread_ts: threadTs, text: 'You said: 1' });
  });

  it('makes no message of the change that a reply is to the message above it [CH-33]', async () => {
    const { slack } = service;
    const ann = slack.person('Cher');
    const dm = slack.dm(ann);
    const { ts } = slack.sendText(ann, dm, 'top');
    await service.said(dm, 1);
    slack.sendText(ann, dm, 'reply', { threadTs: ts });
    expect(textsOf(await service.said(dm, 2))).toEqual(['You said: top', 'You said: reply']);
    await expect.poll(() => slack.unheardEvents).toBe(0);
    slack.sendText(ann, dm, 'bye');
    expect(textsOf(await service.said(dm, 3))).toEqual(['You said: top', 'You said: reply', 'You said: bye']);
  });
});
