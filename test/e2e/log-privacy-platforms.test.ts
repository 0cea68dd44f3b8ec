import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createDiscordEmulator } from '../../src/emulators/discord/index.ts';
import { createSlackEmulator } from '../../src/emulators/slack/index.ts';
import { startChild } from './child-service.ts';

/** The whole of a conversation goes through a child process first. */
const SOON = { timeout: 15_000 };

/** Every `…-word` is said, asked or named, and none of them may be read in the log. */
const AGENT = `schema: "1.0.0"
id: private
agent:
  type: script
  replies:
    - when: { ui_response: true }
      turn: { text: "answer-word \${{ turn.ui_response.value }}" }
    - when: { text: "ask" }
      turn:
        text: question-word
        clarification: { prompt: prompt-word, choices: [{ value: value-word, label: label-word }, { value: b }] }
    - when: { text: "file" }
      turn: { text: "", files: [{ name: file-word.txt, mime: text/plain, data: aGVsbG8= }] }
    - turn: { text: "reply-word \${{ turn.text }}" }
outbox: { rates: { slack: off, discord: off } }
`;

async function serviceOf(channels: string) {
  const folder = await mkdtemp(join(tmpdir(), 'footbridge-log-'));
  await writeFile(join(folder, 'formation.afs'), `${AGENT}channels:\n${channels}`);
  const child = await startChild({
    FOOTBRIDGE_FORMATION: folder,
    FOOTBRIDGE_DATA: join(folder, 'data'),
    PORT: '0',
    LOG_LEVEL: 'trace',
  });
  onTestFinished(async () => {
    await child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });
  await expect.poll(async () => (await fetch(`${child.url}/readyz`)).status, { timeout: 10_000 }).toBe(200);
  return child;
}

const wordsIn = (output: string) => output.match(/[a-z-]*-words?\b[^"]{0,20}/g);

it('no line of the log holds what is said on Discord, nor the token of the bot or of an interaction', async () => {
  const discord = await createDiscordEmulator();
  onTestFinished(() => discord.close());
  const { token, id } = discord.application;
  const child = await serviceOf(`  discord: { token: ${token}, api_root: "${discord.apiUrl}" }\n`);
  await fetch(`${discord.apiUrl}/v10/applications/${id}/commands`, {
    method: 'PUT',
    headers: { Authorization: `Bot ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify([
      { name: 'ask', description: 'Ask', options: [{ type: 3, name: 'text', description: 'What', required: true }] },
    ]),
  });
  const [ann, bo] = [discord.person('name-word'), discord.person('other-word')];
  const channel = discord.channel('place-word');
  const ofBot = () => discord.messages(channel).filter(({ author }) => author.id === discord.application.bot.id);
  const questions = () => ofBot().filter(({ components }) => components.length > 0);
  const ask = (text: string) => discord.slashCommand(ann, channel, 'ask', { text });

  const acts = [await ask('ask message-word')];
  await expect.poll(() => questions().length).toBe(1);
  const [question] = questions();
  if (!question) throw new Error('Nothing was asked.');
  acts.push(await discord.press(bo, question, 'label-word'), await discord.press(ann, question, 'label-word'));
  await expect.poll(() => ofBot().length).toBe(2);
  acts.push(await discord.press(ann, question, 'label-word', question));
  discord.failNext('POST /channels/:channel/messages', { status: 500, code: 0, message: '500: Internal Server Error' });
  discord.failNext('PATCH /webhooks/:application/:token/messages/:message', {
    ...{ status: 400, code: 50035, message: 'Value "reply-word" is too long' },
  });
  acts.push(await ask('refused-word'));
  acts.push(await ask('file'));
  discord.failNext('POST /interactions/:interaction/:token/callback', {
    status: 500,
    code: 0,
    message: '500: Internal Server Error',
  });
  await expect.poll(() => ofBot().filter(({ attachments }) => attachments.length > 0).length).toBe(1);
  discord.expireInteractionTokens();
  acts.push(await ask('late-word'));
  await expect.poll(() => ofBot().some(({ content }) => content.includes('late-word'))).toBe(true);
  await child.kill('SIGTERM');

  const output = child.output();
  expect(output).toContain('"msg":"turn done"');
  expect(output).toContain('"msg":"delivery dead"');
  expect(wordsIn(output)).toBeNull();
  for (const { interaction } of acts) expect(output).not.toContain(interaction.token);
  expect(output).not.toContain(token);
}, 60_000);

it('no line of the log holds what is said on Slack, nor a token, the signing secret or a response_url', async () => {
  const slack = await createSlackEmulator();
  onTestFinished(() => slack.close());
  const { botToken } = slack.firstWorkspace;
  const { signingSecret } = slack.app;
  const child = await serviceOf(
    `  slack: { bot_token: ${botToken}, signing_secret: ${signingSecret}, api_url: "${slack.apiUrl}" }\n`,
  );
  const at = (kind: string) => `${child.url}/channels/slack/${kind}`;
  await slack.setRequestUrls({ events: at('events'), interactions: at('interactions'), commands: at('commands') });
  const [ann, bo] = [slack.person('name-word'), slack.person('other-word')];
  const channel = slack.channel('place-word');
  const ofApp = () => slack.messages(channel).filter(({ bot_id }) => bot_id !== undefined);

  slack.mention(ann, channel, 'ask message-word');
  await expect.poll(() => ofApp().length).toBe(1);
  const [question] = ofApp();
  const message = { channel, ts: question?.ts ?? '' };
  await slack.press(bo, message, 0, question);
  await expect.poll(() => slack.ephemerals(channel).length).toBe(1);
  await slack.press(ann, message, 0, question);
  await expect.poll(() => ofApp().length).toBe(2);
  await slack.press(ann, message, 1, question);
  await expect.poll(() => slack.ephemerals(channel).length).toBe(2);
  slack.failNext('chat.postMessage', { error: 'is_archived' });
  slack.mention(ann, channel, 'refused-word');
  // What is said next has a lane of its own, and may not take the refusal.
  await expect.poll(() => child.output().includes('"msg":"delivery dead"'), SOON).toBe(true);
  slack.mention(ann, channel, 'file');
  await slack.slashCommand(ann, channel, '/ask', 'command-word');
  await expect.poll(() => ofApp().some(({ text }) => text.includes('command-word')), SOON).toBe(true);
  await child.kill('SIGTERM');

  const output = child.output();
  expect(output).toContain('"msg":"turn done"');
  expect(output).toContain('"msg":"delivery dead"');
  expect(wordsIn(output)).toBeNull();
  for (const secret of [botToken, signingSecret, '/actions/T', '/commands/T']) expect(output).not.toContain(secret);
}, 60_000);
