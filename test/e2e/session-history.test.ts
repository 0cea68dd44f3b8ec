import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from './service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.end());

async function messagesOf(sessionId: string, user = 'ann') {
  const path = `/api/v1/agent/chat/sessions/${encodeURIComponent(sessionId)}/messages`;
  const response = await fetch(service.url + path, { headers: { 'X-User-Id': user } });
  expect(response.status).toBe(200);
  const { messages } = (await response.json()) as { messages: { role: string; content: string }[] };
  return messages.map(({ role, content }) => [role, content]);
}

const say = (message: string, session_id: string) =>
  service.post('/v1/chat', { message, session_id }, { 'X-User-Id': 'ann' });

describe('a session of the web chat', () => {
  it('can be read again, whichever dialect it was in, by its user and after a restart [AUI-24]', async () => {
    await say('hello', 'of two/dialects');
    await fetch(`${service.url}/api/v1/agent/chat/stream`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-User-Id': 'ann' },
      body: JSON.stringify({ message: 'again', session_id: 'of two/dialects' }),
    }).then((response) => response.text());

    const said = [
      ['user', 'hello'],
      ['assistant', 'You said: hello'],
      ['user', 'again'],
      ['assistant', 'You said: again'],
    ];
    expect(await messagesOf('of two/dialects')).toEqual(said);
    expect(await messagesOf('of two/dialects', 'ben')).toEqual([]);
    await service.restart();
    expect(await messagesOf('of two/dialects')).toEqual(said);
  });

  it('is forgotten with its user', async () => {
    await say('hello', 's');
    expect(await messagesOf('s')).toHaveLength(2);
    await fetch(`${service.url}/v1/users/ann?channel=web`, { method: 'DELETE' });
    expect(await messagesOf('s')).toEqual([]);
  });
});
