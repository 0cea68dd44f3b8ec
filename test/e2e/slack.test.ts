import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signatureHeaders } from '../../src/emulators/slack/app/signature.ts';
import type { Message } from '../../src/emulators/slack/wire.ts';
import { REPLIES } from './service.ts';
import { type SlackService, startSlackService } from './slack-service.ts';

const FILES = `
agent:
  type: script
  replies:
    - when: { text: "^files" }
      turn:
        text: "\${{ turn.files }}"
        files: [{ name: note.txt, mime: text/plain, data: aGVsbG8= }]
`;

const labelsOf = (message: Message | undefined) =>
  (message?.blocks ?? []).flatMap(({ elements }) =>
    Array.isArray(elements) ? elements.map(({ text }) => text?.text) : [],
  );

describe.each(['http', 'socket'] as const)('a conversation in Slack over %s', (way) => {
  let service: SlackService;
  beforeAll(async () => {
    service = await startSlackService({ way, agent: FILES + REPLIES.slice(REPLIES.indexOf('    - when')) });
  });
  afterAll(() => service.end());

  it('asks with buttons, takes a press, shows the answer and goes on [MUXI-31, MUXI-34]', async () => {
    const { slack } = service;
    const ann = slack.person('Ann');
    const dm = slack.dm(ann);
    slack.sendText(ann, dm, 'deploy');
    const [question] = await service.said(dm, 1);
    expect(question?.text).toBe('Which region should I deploy to?\n\n1. United States\n2. Europe');
    expect(labelsOf(question)).toEqual(['United States', 'Europe']);

    expect(await slack.press(ann, { channel: dm, ts: question?.ts ?? '' }, 1)).toMatchObject({ isAcked: true });
    const [, answer] = await service.said(dm, 2);
    expect(answer?.text).toBe('Deploying to eu.');
    await expect.poll(async () => labelsOf((await service.said(dm, 2))[0])).toEqual([]);
    const [edited] = await service.said(dm, 2);
    expect(edited?.text).toBe('Which region should I deploy to?\n\n1. United States\n2. Europe\n\n✓ Europe');
    expect(edited?.blocks?.map(({ text }) => (text as { text: string }).text)).toEqual([
      'Which region should I deploy to?\n\n1. United States\n2. Europe',
      '✓ Europe',
    ]);
    expect(slack.ephemerals(dm)).toEqual([]);
  });

  it.each(['2', '2.', 'europe'])('takes the typed answer %j as the press it stands for', async (text) => {
    const { slack } = service;
    const person = slack.person(`Typist ${text}`);
    const dm = slack.dm(person);
    slack.sendText(person, dm, 'deploy');
    await service.said(dm, 1);
    slack.sendText(person, dm, text);
    expect((await service.said(dm, 2))[1]?.text).toBe('Deploying to eu.');
    await expect.poll(async () => (await service.said(dm, 2))[0]?.text).toContain('✓ Europe');
  });

  it('a double press is one answer, and says so to the presser alone [CH-6]', async () => {
    const { slack } = service;
    const bo = slack.person('Bo');
    const dm = slack.dm(bo);
    slack.sendText(bo, dm, 'deploy');
    const [question] = await service.said(dm, 1);
    const message = { channel: dm, ts: question?.ts ?? '' };
    await Promise.all([0, 1, 0].map((button) => slack.press(bo, message, button, question)));
    await service.said(dm, 2);
    await expect.poll(() => slack.ephemerals(dm).length).toBe(2);
    expect(slack.ephemerals(dm).map(({ message: notice }) => notice.text)).toEqual([
      'Already answered: United States',
      'Already answered: United States',
    ]);
    slack.sendText(bo, dm, 'and now?');
    expect((await service.said(dm, 3)).map(({ text }) => text).slice(1)).toEqual([
      'Deploying to us.',
      'You said: and now?',
    ]);
  });

  it('a press still counts after a restart, and one that is too late says so [CH-63]', async () => {
    const { slack } = service;
    const cy = slack.person('Cy');
    const dm = slack.dm(cy);
    slack.sendText(cy, dm, 'deploy');
    const [question] = await service.said(dm, 1);
    await service.restart();
    const message = { channel: dm, ts: question?.ts ?? '' };
    await slack.press(cy, message, 0, question);
    expect((await service.said(dm, 2))[1]?.text).toBe('Deploying to us.');
    await slack.press(cy, message, 1, question);
    await expect.poll(() => slack.ephemerals(dm)[0]?.message.text).toBe('Already answered: United States');
  });

  it.runIf(way === 'http')(
    'a signed press that is sent again, also after a restart, gets the same answer',
    async () => {
      const { slack } = service;
      const eve = slack.person('Eve');
      const dm = slack.dm(eve);
      slack.sendText(eve, dm, 'deploy');
      const [question] = await service.said(dm, 1);
      const buttons = question?.blocks?.find(({ type }) => type === 'actions')?.elements as object[];
      const press = {
        type: 'block_actions',
        user: { id: eve.id, name: 'eve' },
        channel: { id: dm.id },
        container: { type: 'message', channel_id: dm.id, message_ts: question?.ts },
        message: question,
        actions: [{ ...buttons[1], action_ts: '1767225001.000100' }],
      };
      const body = new URLSearchParams({ payload: JSON.stringify(press) }).toString();
      const signed = signatureHeaders(body, slack.app.signingSecret, Math.floor(Date.now() / 1000));
      const send = async () => {
        const headers = { 'content-type': 'application/x-www-form-urlencoded', ...signed };
        const response = await fetch(`${service.url}/channels/slack/interactions`, { method: 'POST', headers, body });
        return [response.status, await response.text()];
      };
      expect(await send()).toEqual([200, '']);
      expect(await send()).toEqual([200, '']);
      await service.said(dm, 2);
      await service.restart();
      expect(await send()).toEqual([200, '']);
      slack.sendText(eve, dm, 'and now?');
      const texts = (await service.said(dm, 3)).map(({ text }) => text).slice(1);
      expect(texts).toEqual(['Deploying to eu.', 'You said: and now?']);
      expect(slack.ephemerals(dm)).toEqual([]);
    },
  );

  it('a mention in a channel is one call, and its two events are one message', async () => {
    const { slack } = service;
    const channel = slack.channel('general');
    const [fay, gus] = [slack.person('Fay'), slack.person('Gus')];
    slack.sendText(fay, channel, 'no mention, no answer');
    slack.mention(fay, channel, 'deploy');
    const [question] = await service.said(channel, 1);
    const message = { channel, ts: question?.ts ?? '' };
    await slack.press(gus, message, 1);
    await expect
      .poll(() => slack.ephemerals(channel).map(({ to, message: { text } }) => [to, text]))
      .toEqual([[gus.id, 'This question is not yours to answer.']]);
    await slack.press(fay, message, 1);
    expect((await service.said(channel, 2)).map(({ text }) => text).slice(1)).toEqual(['Deploying to eu.']);
  });

  it('what is said in a thread is answered there [CH-45]', async () => {
    const { slack } = service;
    const channel = slack.channel('threads');
    const ann = slack.person('Ann');
    const root = slack.sendText(ann, channel, 'a root');
    slack.mention(ann, channel, 'hello', { threadTs: root.ts });
    const [reply] = await service.said(channel, 1);
    expect(reply).toMatchObject({ text: 'You said: hello', thread_ts: root.ts });
    // The app takes part by now.
    slack.sendText(ann, channel, 'and more', { threadTs: root.ts });
    expect((await service.said(channel, 2))[1]).toMatchObject({ text: 'You said: and more', thread_ts: root.ts });
  });

  it('a slash command is a message, and its acknowledgement says nothing', async () => {
    const { slack } = service;
    const channel = slack.channel('commands');
    const ann = slack.person('Ann');
    expect(await slack.slashCommand(ann, channel, '/ask', 'why')).toMatchObject({ isAcked: true });
    expect((await service.said(channel, 1))[0]?.text).toBe('You said: why');
    expect(slack.ephemerals(channel)).toEqual([]);
  });

  it('an empty reply sends nothing [CH-38]', async () => {
    const { slack } = service;
    const ann = slack.person('Silent');
    const dm = slack.dm(ann);
    slack.sendText(ann, dm, 'silence');
    slack.sendText(ann, dm, 'hello');
    expect((await service.said(dm, 1)).map(({ text }) => text)).toEqual(['You said: hello']);
  });

  it('opening a link is acknowledged, and that is all', async () => {
    const { slack } = service;
    const ann = slack.person('Linker');
    const dm = slack.dm(ann);
    slack.sendText(ann, dm, 'github');
    const [offer] = await service.said(dm, 1);
    expect(await slack.press(ann, { channel: dm, ts: offer?.ts ?? '' }, 0)).toMatchObject({ isAcked: true });
    slack.sendText(ann, dm, 'hello');
    expect((await service.said(dm, 2)).map(({ text }) => text).slice(1)).toEqual(['You said: hello']);
    expect(slack.ephemerals(dm)).toEqual([]);
  });

  it('a link that gets its preview changes nothing, nor does what the app itself wrote [CH-33, CH-34]', async () => {
    const { slack } = service;
    const ann = slack.person('Previewer');
    const dm = slack.dm(ann);
    const sent = slack.sendText(ann, dm, 'see https://example.com');
    const [reply] = await service.said(dm, 1);
    const preview = { url: 'https://example.com', title: 'Example' };
    for (let count = 0; count < 10; count++) slack.unfurl({ channel: dm, ts: sent.ts }, preview);
    slack.unfurl({ channel: dm, ts: reply?.ts ?? '' }, preview);
    slack.sendText(ann, dm, 'hello');
    expect((await service.said(dm, 2)).map(({ text }) => text).slice(1)).toEqual(['You said: hello']);
  });

  it('takes a file that came in, and sends files', async () => {
    const { slack } = service;
    const ann = slack.person('Filer');
    const dm = slack.dm(ann);
    const files = [{ name: 'plan.txt', mime: 'text/plain', bytes: Buffer.from('the plan') }];
    slack.sendText(ann, dm, 'files', { files });
    const [named, sent] = await service.said(dm, 2);
    const url = /http[^\s>|]+/.exec(named?.text ?? '')?.[0] ?? '';
    expect(await (await fetch(url)).text()).toBe('the plan');
    expect(sent).toMatchObject({ files: [{ name: 'note.txt', size: 5 }] });
  });

  it('a command where the app is no member is answered to its person alone, buttons and all [CH-46]', async () => {
    const { slack } = service;
    const channel = slack.channel('elsewhere');
    slack.removeBot(channel);
    const ann = slack.person('Ann');
    slack.sendText(ann, channel, 'here I am');
    await slack.slashCommand(ann, channel, '/ask', 'deploy');
    await expect.poll(() => slack.ephemerals(channel).length, { timeout: 5_000 }).toBe(1);
    const [question] = slack.ephemerals(channel);
    expect(question?.message.text).toContain('Which region');
    await slack.press(ann, { channel, ts: question?.message.ts ?? '' }, 1);
    await expect.poll(() => slack.ephemerals(channel)[0]?.message.text, { timeout: 5_000 }).toContain('✓ Europe');
    await expect.poll(() => slack.ephemerals(channel)[1]?.message.text, { timeout: 5_000 }).toBe('Deploying to eu.');
    expect(slack.messages(channel).map(({ text }) => text)).toEqual(['here I am']);
  });
});
