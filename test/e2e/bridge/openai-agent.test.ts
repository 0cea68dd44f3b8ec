import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Answer, openChatServer } from '../../agents/openai/chat-server.ts';
import { startFrom, startTestService } from '../service.ts';

const SOON = { timeout: 10_000, interval: 20 };
const views = fileURLToPath(new URL('../../mcp/view-server.mjs', import.meta.url));
const REGION: Answer = {
  text: 'Which region?',
  calls: [
    {
      name: 'ask_user',
      args: { prompt: 'Which region?', choices: [{ value: 'us' }, { value: 'eu', label: 'Europe' }] },
    },
  ],
};

/** A service whose agent is a model that answers so. */
async function serve(answers: readonly Answer[]) {
  const server = await openChatServer(answers);
  const service = await startTestService({
    formation: `agent: { type: openai, base_url: "${server.baseUrl}", model: small, api_key: sk-test }
mcp: { servers: { views: { command: node, args: ["${views}"] } } }
channels: { telegram: { token: "1:test", api_root: API_ROOT } }
`,
  });
  onTestFinished(() => service.end());
  return { server, service };
}

describe('a model', () => {
  it('asks on Telegram, and is told what was pressed', async () => {
    const { server, service } = await serve([REGION, { text: 'Deploying to eu.' }]);
    const { telegram } = service;
    const ann = telegram.person('Ann');
    const texts = () =>
      telegram.messages(ann).flatMap(({ from, text }) => (from?.id === telegram.bot.id ? [text] : []));
    telegram.sendText(ann, ann, 'deploy');
    await expect.poll(texts, SOON).toEqual(['Which region?\n\n1. us\n2. Europe']);
    const question = telegram.messages(ann).find(({ from }) => from?.id === telegram.bot.id);
    await telegram.press(ann, { chat: ann, message_id: question?.message_id ?? 0 }, 1);
    await expect.poll(() => texts().at(-1), SOON).toBe('Deploying to eu.');
    expect(server.asked.at(-1)?.body.messages.at(-1)?.content).toBe(
      'Europe\n\n[Answer to your question "Which region?": "eu"]',
    );
    expect(server.refused).toEqual([]);
  });

  it('asks in the web chat, and the answer goes back', async () => {
    const { server, service } = await serve([REGION, { text: 'Deploying to eu.' }]);
    const user = { 'X-User-Id': 'ann' };
    const asked = await service.post('/v1/chat', { message: 'deploy', session_id: 's' }, user);
    const { content, ui } = (
      asked.body as { data: { message: { content: string; ui: [{ id: string; type: string }] } } }
    ).data.message;
    expect([content, ui.map(({ type }) => type)]).toEqual(['Which region?\n\n1. us\n2. Europe', ['options']]);
    const ui_response = { id: ui[0].id, value: 'eu' };
    const answered = await service.post('/v1/chat', { message: 'Europe', session_id: 's', ui_response }, user);
    expect(answered.body).toMatchObject({ data: { message: { content: 'Deploying to eu.' } } });
    expect(server.asked.at(-1)?.body.messages.at(-1)?.content).toContain('"eu"');
  });

  it('shows the view of a tool that it called, without having seen it [MUXI-20]', async () => {
    const { server, service } = await serve([{ calls: [{ name: 'views__nested', args: {} }] }, { text: 'There.' }]);
    const { body } = await service.post('/v1/chat', { message: 'show me' }, { 'X-User-Id': 'ann' });
    expect(body).toMatchObject({
      data: { message: { content: 'There.', ui: [{ type: 'mcp_resource', resource: 'ui://views/card' }] } },
    });
    expect(JSON.stringify(server.asked)).not.toContain('<p>card</p>');
  });

  it('shows a block where the client has negotiated it, and is told when one is refused [UBP-23, UBP-24]', async () => {
    const name = 'show_block__minara_feature_recommendation';
    const item = { id: 'deposit', label: 'Add money', action: { kind: 'modal', name: 'deposit' } };
    const { server, service } = await serve([
      { calls: [{ name, args: { items: [item] } }] },
      { calls: [{ name, args: { items: [{ ...item, icon: 'rocket' }] } }] },
      { text: 'There.' },
    ]);
    const response = await fetch(`${service.url}/v1/chat/stream?capabilities=minara.feature_recommendation@1`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-User-Id': 'ann' },
      body: JSON.stringify({ message: 'money?' }),
    });
    const types = [...(await response.text()).matchAll(/^event: (.+)$/gm)].map(([, type]) => type);
    expect(types).toEqual(['start', 'ui_block', 'text_delta', 'done']);
    const told = server.asked.map(({ body }) => body.messages.at(-1)?.content);
    expect(told.slice(1)).toEqual(['{"shown":true}', expect.stringMatching(/"error":"ui_block_invalid_data"/)]);
    expect(server.refused).toEqual([]);
  });

  it('that refuses the key ends in a sentence to the person', async () => {
    const server = await openChatServer([{ text: 'never' }], { key: 'sk-other' });
    const service = await startTestService({
      formation: `agent: { type: openai, base_url: "${server.baseUrl}", model: small, api_key: sk-test }\nchannels: { web: {} }\n`,
    });
    onTestFinished(() => service.end());
    const { status, body } = await service.post('/v1/chat', { message: 'hello' }, { 'X-User-Id': 'ann' });
    expect(status).toBe(502);
    expect(JSON.stringify(body)).not.toContain('sk-');
    expect(body).toMatchObject({
      error: { code: 'agent_failed', message: expect.stringContaining('Check agent.api_key') },
    });
  });

  it('stands behind the example formation, which needs no secret', async () => {
    const server = await openChatServer(
      [{ calls: [{ name: 'demo__weather', args: { city: 'Oslo' } }] }, { text: 'Mild.' }],
      {
        key: '',
      },
    );
    const { folder, end } = await startTestService();
    onTestFinished(end);
    const assistant = fileURLToPath(new URL('../../../formations/assistant', import.meta.url));
    const data = { FOOTBRIDGE_DATA: `${folder}/assistant-data`, FOOTBRIDGE_EMULATORS: 'off' };
    const service = await startFrom(assistant, {
      PORT: '0',
      LOG_LEVEL: 'silent',
      ...data,
      LLM_BASE_URL: server.baseUrl,
    });
    onTestFinished(() => service.stop());
    const response = await fetch(`${service.url}/v1/chat`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-User-Id': 'ann' },
      body: JSON.stringify({ message: 'weather?' }),
    });
    expect(await response.json()).toMatchObject({ data: { message: { content: 'Mild.' } } });
    expect(server.asked[0]?.body.model).toBe('qwen3');
  });
});
