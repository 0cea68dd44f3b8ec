import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Component, Message } from '../../src/emulators/discord/wire.ts';
import { type DiscordService, startDiscordService } from './discord-service.ts';
import { REPLIES } from './service.ts';

const MORE = `
agent:
  type: script
  replies:
    - when: { text: "^files" }
      turn:
        text: "\${{ turn.files }}"
        files: [{ name: note.txt, mime: text/plain, data: aGVsbG8= }]
    - when: { text: "^ping" }
      turn: { text: "@everyone <@&7> \${{ turn.user_id }}" }
    - when: { text: "^long" }
      turn: { text: "${'word '.repeat(900)}" }
    - when: { text: "^think" }
      turn:
        text: How?
        clarification: { prompt: "How?", choices: [{ value: long, label: For long }] }
    - when: { prompt: "How" }
      delay_ms: 1500
      turn: { text: I have thought. }
`;
const AGENT = MORE + REPLIES.slice(REPLIES.indexOf('    - when'));

const buttonsOf = (message: Message | undefined): Component[] =>
  (message?.components ?? []).flatMap(({ components = [] }) => components);
const labelsOf = (message: Message | undefined) => buttonsOf(message).map(({ label }) => label);
const COMMANDS = [
  { name: 'ask', description: 'Ask', options: [{ type: 3, name: 'text', description: 'Text', required: true }] },
  { name: 'stop', description: 'Stop' },
  { name: 'help', description: 'Help' },
];

describe.each(['http', 'gateway'] as const)('a conversation on Discord with interactions over %s', (way) => {
  let service: DiscordService;
  beforeAll(async () => {
    service = await startDiscordService({ way, agent: AGENT });
    const { id, token } = service.discord.application;
    await fetch(`${service.discord.apiUrl}/v10/applications/${id}/commands`, {
      method: 'PUT',
      headers: { Authorization: `Bot ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(COMMANDS),
    });
  });
  afterAll(() => service.end());

  const told = (channel: { id: string }, interaction: { id: string }) =>
    service.discord
      .ephemerals(channel)
      .filter(({ message }) => message.interaction_metadata?.id === interaction.id)
      .map(({ to, message: { content } }) => [to, content]);

  it('asks with buttons, takes a press, shows the answer and goes on [MUXI-31, MUXI-34]', async () => {
    const { discord } = service;
    const ann = discord.person('Ann');
    const dm = discord.dm(ann);
    discord.sendText(ann, dm, 'deploy');
    const [question] = await service.said(dm, 1);
    expect(question?.content).toBe('Which region should I deploy to?\n\n1. United States\n2. Europe');
    expect(labelsOf(question)).toEqual(['United States', 'Europe']);

    const pressed = await discord.press(ann, question as Message, 'Europe');
    expect(pressed).toMatchObject({ isAnswered: true, responseType: 6 });
    const [, answer] = await service.said(dm, 2);
    expect(answer?.content).toBe('Deploying to eu.');
    await expect.poll(async () => labelsOf((await service.said(dm, 2))[0])).toEqual([]);
    expect((await service.said(dm, 2))[0]?.content).toBe(
      'Which region should I deploy to?\n\n1. United States\n2. Europe\n\n✓ Europe',
    );
    expect(discord.ephemerals(dm)).toEqual([]);
    // The edit went by the interaction's token, which costs nothing of the bot's own limit.
    expect(discord.calls.map(({ route }) => route)).toContain('PATCH /webhooks/:application/:token/messages/:message');
  });

  it('a second press is told of the first, to the presser alone, and the same interaction again is no second [CH-6]', async () => {
    const { discord } = service;
    const bo = discord.person('Bo');
    const dm = discord.dm(bo);
    discord.sendText(bo, dm, 'deploy');
    const [question] = await service.said(dm, 1);
    const first = await discord.press(bo, question as Message, 'Europe');
    const again = await discord.redeliver(first.interaction);
    if (way === 'http') expect(again).toEqual({ status: 200, body: { type: 6 } });
    const second = await discord.press(bo, question as Message, 'United States', question);
    expect(second).toMatchObject({ responseType: 4 });
    expect(told(dm, second.interaction)).toEqual([[bo.id, 'Already answered: Europe']]);
    discord.sendText(bo, dm, 'and now?');
    const texts = (await service.said(dm, 3)).map(({ content }) => content).slice(1);
    expect(texts).toEqual(['Deploying to eu.', 'You said: and now?']);
  });

  it('a press counts after a restart, and one of an unknown message is told so, never failed [CH-63]', async () => {
    const { discord } = service;
    const cy = discord.person('Cy');
    const dm = discord.dm(cy);
    discord.sendText(cy, dm, 'deploy');
    const [question] = await service.said(dm, 1);
    await service.restart();
    const first = await discord.press(cy, question as Message, 'United States');
    expect((await service.said(dm, 2))[1]?.content).toBe('Deploying to us.');
    await service.restart();
    const again = await discord.redeliver(first.interaction);
    if (way === 'http') expect(again).toEqual({ status: 200, body: { type: 6 } });
    expect(told(dm, first.interaction)).toEqual([]);
    const stale = structuredClone(question as Message);
    for (const button of buttonsOf(stale)) button.custom_id = 'ui_000000000000000000000#0';
    const late = await discord.press(cy, question as Message, 'Europe', stale);
    expect(late).toMatchObject({ isAnswered: true, responseType: 4 });
    expect(told(dm, late.interaction)).toEqual([[cy.id, expect.stringMatching(/not for this chat|expired/)]]);
  });

  it('a mention in a server is heard, and only who was asked answers [MUXI-30]', async () => {
    const { discord } = service;
    const channel = discord.channel('general');
    const [fay, gus] = [discord.person('Fay'), discord.person('Gus')];
    discord.sendText(fay, channel, 'no mention, no answer');
    discord.mention(fay, channel, 'deploy');
    const [question] = await service.said(channel, 1);
    const refused = await discord.press(gus, question as Message, 'Europe');
    expect(told(channel, refused.interaction)).toEqual([[gus.id, 'This question is not yours to answer.']]);
    // Only as a reply a typed answer counts where several people are.
    discord.sendText(fay, channel, '2', { replyTo: question as Message });
    expect((await service.said(channel, 2)).map(({ content }) => content).slice(1)).toEqual(['Deploying to eu.']);
  });

  it('a thread is a conversation of its own, which the bot goes on hearing', async () => {
    const { discord } = service;
    const ann = discord.person('Ann');
    const channel = discord.channel('threads');
    const thread = discord.thread(ann, channel, 'a thread');
    discord.sendText(ann, thread, 'not for the bot');
    discord.mention(ann, thread, 'hello');
    expect((await service.said(thread, 1))[0]?.content).toBe('You said: hello');
    discord.sendText(ann, thread, 'and more');
    expect((await service.said(thread, 2))[1]?.content).toBe('You said: and more');
    expect(discord.messages(channel)).toEqual([]);
  });

  it('a command gets its reply in the place of "thinking", and the rest behind it [CH-50, CH-53]', async () => {
    const { discord } = service;
    const ann = discord.person('Ann');
    const channel = discord.channel('commands');
    const asked = await discord.slashCommand(ann, channel, 'ask', { text: 'long' });
    expect(asked).toMatchObject({ isAnswered: true, responseType: 5 });
    const parts = await service.said(channel, 3);
    expect(parts.map(({ content }) => content.length <= 2000)).toEqual([true, true, true]);
    expect(parts.map(({ type }) => type)).toEqual([20, 0, 0]);
    expect(parts.flatMap(({ content }) => content.split(' '))).toHaveLength(900);
  });

  it('a slow answer to a command is taken within three seconds and comes later [CH-50]', async () => {
    const { discord } = service;
    const ann = discord.person('Ann');
    const channel = discord.channel('slow commands');
    const askedMs = performance.now();
    expect(await discord.slashCommand(ann, channel, 'ask', { text: 'slowly' })).toMatchObject({ responseType: 5 });
    expect(performance.now() - askedMs).toBeLessThan(3_000);
    await expect.poll(() => discord.messages(channel)[0]?.content).toBe('Done.');
    expect(discord.messages(channel)).toHaveLength(1);
  });

  it('a press is taken at once, however long the agent thinks, and the message shows it meanwhile [CH-50]', async () => {
    const { discord } = service;
    const ann = discord.person('Patient');
    const dm = discord.dm(ann);
    discord.sendText(ann, dm, 'think');
    const [question] = await service.said(dm, 1);
    const pressed = await discord.press(ann, question as Message, 'For long');
    expect(pressed).toMatchObject({ isAnswered: true, responseType: 6 });
    expect(discord.messages(dm).map(({ content }) => content)).not.toContain('I have thought.');
    await expect.poll(async () => (await service.said(dm, 1))[0]?.content).toContain('✓ For long');
    expect((await service.said(dm, 2))[1]?.content).toBe('I have thought.');
  });

  it('a command whose reply has no words leaves nothing behind [CH-60]', async () => {
    const { discord } = service;
    const ann = discord.person('Ann');
    const channel = discord.channel('silence');
    expect(await discord.slashCommand(ann, channel, 'ask', { text: 'silence' })).toMatchObject({ responseType: 5 });
    await expect.poll(() => discord.messages(channel)).toEqual([]);
    const refusals = discord.calls.flatMap(({ answer }) => (answer && answer.status >= 400 ? [answer.body] : []));
    expect(JSON.stringify(refusals)).not.toContain('50006');
  });

  it('/help is what the bridge itself answers, in the place of "thinking"', async () => {
    const { discord } = service;
    const ann = discord.person('Ann');
    const channel = discord.channel('help');
    await discord.slashCommand(ann, channel, 'help');
    await expect
      .poll(() => discord.messages(channel).map(({ content }) => content))
      .toEqual([expect.stringContaining('/stop')]);
  });

  it('a command that was answered after its token had expired is answered in the channel', async () => {
    const { discord } = service;
    const ann = discord.person('Ann');
    const channel = discord.channel('expired');
    expect(await discord.slashCommand(ann, channel, 'ask', { text: 'slowly' })).toMatchObject({ responseType: 5 });
    discord.expireInteractionTokens();
    await expect.poll(() => discord.messages(channel)[1]?.content, { timeout: 5_000 }).toBe('Done.');
  });

  it('a command is answered where the bot may not write [CH-46]', async () => {
    const { discord } = service;
    const ann = discord.person('Ann');
    const channel = discord.channel('read only');
    discord.deny(channel, 'send');
    await discord.slashCommand(ann, channel, 'ask', { text: 'long' });
    expect(await service.said(channel, 3)).toHaveLength(3);
  });

  it('nobody is pinged by what an agent says [CH-58]', async () => {
    const { discord } = service;
    const ann = discord.person('Ann');
    const channel = discord.channel('pings');
    discord.mention(ann, channel, 'ping');
    await discord.slashCommand(ann, channel, 'ask', { text: 'ping' });
    const said = await service.said(channel, 2);
    await expect.poll(async () => (await service.said(channel, 2)).every(({ content }) => content !== '')).toBe(true);
    for (const message of said) expect(discord.pings(message)).toEqual({ everyone: false, users: [], roles: [] });
  });

  it('a link that gets its preview changes nothing, nor does what the bot itself wrote [CH-33, CH-34]', async () => {
    const { discord } = service;
    const ann = discord.person('Previewer');
    const dm = discord.dm(ann);
    const sent = discord.sendText(ann, dm, 'see https://example.com');
    const [reply] = await service.said(dm, 1);
    const preview = { url: 'https://example.com', title: 'Example' };
    for (let count = 0; count < 10; count++) discord.unfurl(sent, preview);
    discord.unfurl(reply as Message, preview);
    discord.sendText(ann, dm, 'hello');
    expect((await service.said(dm, 2)).map(({ content }) => content).slice(1)).toEqual(['You said: hello']);
  });

  it('takes a file that came in, and sends files', async () => {
    const { discord } = service;
    const ann = discord.person('Filer');
    const dm = discord.dm(ann);
    const files = [{ name: 'plan.txt', mime: 'text/plain', bytes: Buffer.from('the plan') }];
    discord.sendText(ann, dm, 'files', { files });
    const [namedFile, sent] = await service.said(dm, 2);
    const url = /http[^\s>|]+/.exec(namedFile?.content ?? '')?.[0] ?? '';
    expect(await (await fetch(url)).text()).toBe('the plan');
    expect(sent).toMatchObject({ attachments: [{ filename: 'note.txt', size: 5 }] });
  });
});
