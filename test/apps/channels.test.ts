import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Message } from '../../src/emulators/telegram/index.ts';
import { startTestService, type TestService } from '../e2e/service.ts';
import { RUNNER } from './runner/runner.ts';

const TOKEN = '1:test';
const formation = `
agent:
  type: script
  replies:
    - when: { text: "^show" }
      mcp_calls: [{ server: runner, tool: show-bare, args: { city: Oslo } }]
      turn: { text: Here it is. }
    - turn: { text: "You said: \${{ turn.text }} \${{ turn.views }}" }
mcp: { servers: { runner: { command: ${JSON.stringify(process.execPath)}, args: [${JSON.stringify(RUNNER)}] } } }
channels:
  telegram: { token: "${TOKEN}", api_root: API_ROOT }
`;

let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    formation,
    env: { PUBLIC_URL: 'https://bot.example.com', FOOTBRIDGE_EMULATORS: 'off' },
  });
});
afterAll(() => service?.end());

const view = {
  type: 'resource',
  resource: { uri: 'ui://orders/board', mimeType: 'text/html;profile=mcp-app', text: '<p>' },
};
const turn = { text: 'Here it is.', mcp_results: [{ server: 'orders', tool: 'list', result: { content: [view] } }] };

describe('an app on a chat channel', () => {
  it.each([
    ['telegram', { chat_id: 42 }],
    ['telegram', { chat_id: -1001 }],
    ['slack', { channel: 'C1' }],
    ['discord', { channel_id: '1' }],
    ['email', { address: 'ann@acme.example' }],
  ])('is its words and its link on %s %j', async (channel, context) => {
    const { status, body } = await service.post('/v1/render', { channel, turn, context });
    expect(status).toBe(200);
    const { payloads, notes } = body as { payloads: Record<string, unknown>[]; notes: { code: string }[] };
    const shown = JSON.stringify(payloads);
    expect(shown).toMatch(/Here it is\.(\\n)+Open list \(orders\): https:\/\/bot\.example\.com\/apps\/[\w.-]+/);
    expect(shown).not.toContain('available in the web chat');
    expect(shown).not.toContain('<p>');
    if (channel === 'email') expect(notes.map(({ code }) => code)).toEqual(['open_as_text']);
    else expect(notes).toEqual([]);
    const opensInside = 'chat_id' in context && context.chat_id > 0;
    expect(shown.includes('"web_app":{"url":"https://bot.example.com/apps/')).toBe(opensInside);
  });

  it('is the resource alone for a MUXI client, and the link when that is too large for it', async () => {
    const chat = async (message: string) =>
      (await service.post('/v1/chat', { message, session_id: 's' }, { 'X-User-Id': 'ann' })).body as {
        data: { message: { content: string; ui?: { type: string }[] } };
      };
    const { content, ui } = (await chat('show')).data.message;
    expect(content).toBe('Here it is.');
    expect(ui?.map(({ type }) => type)).toEqual(['mcp_resource']);
  });
});

/** What Telegram's app hands to a page that a person opened by a button. */
function initDataOf(personId: number): string {
  const fields: Record<string, string> = {
    auth_date: String(Math.floor(Date.now() / 1000)),
    user: JSON.stringify({ id: personId }),
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}=${value}`);
  const key = createHmac('sha256', 'WebAppData').update(TOKEN).digest();
  const hash = createHmac('sha256', key).update(lines.sort().join('\n')).digest('hex');
  return String(new URLSearchParams({ ...fields, hash }));
}

describe('an app that is opened inside Telegram', () => {
  it('can be used by the person who was answered, and by nobody else', async () => {
    const { telegram } = service;
    const ann = telegram.person('Ann');
    const said = async (wanted: (message: Message) => boolean): Promise<Message> => {
      await expect.poll(() => telegram.messages(ann).some(wanted)).toBe(true);
      return telegram.messages(ann).find(wanted) as Message;
    };
    telegram.sendText(ann, ann, 'show');
    const message = await said(({ reply_markup }) => reply_markup !== undefined);
    const url = JSON.stringify(message.reply_markup).match(/"web_app":\{"url":"([^"]+)"/)?.[1] ?? '';
    const path = `/v1${new URL(url).pathname}`;
    const as = async (personId: number, where = '', body?: object) => {
      const response = await fetch(service.url + path + where, {
        headers: { Authorization: `tma ${initDataOf(personId)}`, 'Content-Type': 'application/json' },
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      });
      return {
        status: response.status,
        body: (response.status === 204 ? {} : await response.json()) as { can_act?: boolean },
      };
    };
    expect((await as(ann.id)).body.can_act).toBe(true);
    expect((await as(ann.id + 1)).body.can_act).toBe(false);
    expect((await as(ann.id, '/model-context', { text: 'Oslo' })).status).toBe(204);
    expect((await as(ann.id + 1, '/message', { id: '12345678', text: 'not mine' })).status).toBe(403);
    expect((await as(ann.id, '/message', { id: '12345678', text: 'which one?' })).status).toBe(202);
    const answer = await said(({ text }) => text?.startsWith('You said: which one?') === true);
    expect(answer.text).toContain('"text":"Oslo"');
  });
});
