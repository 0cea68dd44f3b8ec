import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
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

  it('has what was scheduled from its time on, at its place, and once', async () => {
    const { body } = await service.post('/v1/turns', {
      to: { channel: 'web', address: { session_id: 'later', user_id: 'ann' } },
      turn: { text: 'The logged_when_sent build.', clarification: { prompt: 'Go on?', choices: [{ value: 'yes' }] } },
      send_at: new Date(Date.now() + 3_000).toISOString(),
    });
    const { turn_id, ui } = body as { turn_id: string; ui: { id: string }[] };
    const answer = { message: 'before', session_id: 'later', ui_response: { id: ui[0]?.id, value: 'yes' } };
    await service.post('/v1/chat', answer, { 'X-User-Id': 'ann' });
    const before = [
      ['user', 'before'],
      ['assistant', 'You said: before'],
    ];
    expect(await messagesOf('later')).toEqual(before);
    const stream = await fetch(`${service.url}/v1/turns/${turn_id}/stream`, { headers: { 'X-User-Id': 'ann' } });
    expect(stream.status).toBe(404);
    const after = [...before, ['assistant', 'The logged_when_sent build.\n\nGo on?\n1. yes']];
    await expect.poll(() => messagesOf('later'), { timeout: 10_000 }).toEqual(after);
    await service.restart();
    expect(await messagesOf('later')).toEqual(after);
  });

  it('is forgotten with its user', async () => {
    await say('hello', 's');
    expect(await messagesOf('s')).toHaveLength(2);
    await fetch(`${service.url}/v1/users/ann?channel=web`, { method: 'DELETE' });
    expect(await messagesOf('s')).toEqual([]);
  });
});

const SHOWING = `agent:
  type: script
  replies:
    - turn:
        text: Look.
        tool_calls: [{ tool: zoom_to_map, args: { center: [13.4, 52.5], zoom: 9 } }]
        tool_results:
          - tool: render_junctions
            result:
              _render_payload:
                type: FeatureCollection
                features: [{ type: Feature, id: a, geometry: { type: Point, coordinates: [1, 2] }, properties: {} }]
`;

describe('what was shown in a session', () => {
  it('is reported on by its envelope, read again, and fetched by its reference [AUI-19, AUI-21, AUI-23]', async () => {
    const showing = await startTestService({ formation: SHOWING });
    onTestFinished(() => showing.end());
    const root = '/api/v1/agent/chat';
    const headers = { 'Content-Type': 'application/json', 'X-User-Id': 'ann' };
    const body = JSON.stringify({ message: 'show me', session_id: 's' });
    const streamed = await fetch(`${showing.url}${root}/stream`, { method: 'POST', headers, body });
    const [envelopeId] = /turn_\w+\.\d+\.e1/.exec(await streamed.text()) ?? [];
    const report = { session_id: 's', renderStatus: 'rendered' };
    expect(await showing.post(`${root}/envelopes/${envelopeId}/status`, report, headers)).toMatchObject({
      status: 204,
    });

    const read = await fetch(`${showing.url}${root}/sessions/s/messages`, { headers });
    const { messages } = (await read.json()) as { messages: { uiEnvelopes?: { envelope: { params: object } }[] }[] };

    const shown = messages[1]?.uiEnvelopes ?? [];
    expect(shown).toMatchObject([
      { envelopeId, envelope: { action: 'zoom_to_map' }, renderStatus: 'rendered' },
      { envelope: { action: 'render_junctions', params: { render_ref: expect.any(String) } }, renderStatus: 'pending' },
    ]);
    const ref = (shown[1]?.envelope.params as { render_ref: string } | undefined)?.render_ref;
    const payload = await fetch(`${showing.url}${root}/render-ref/${ref}?session_id=s`, { headers });
    expect(await payload.json()).toMatchObject({ type: 'FeatureCollection', features: [{ id: 'a' }] });
  });
});
