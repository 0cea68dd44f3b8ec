import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from './service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.end());

type Widget = { id: string; type: string; options?: { value: string; label: string }[] };
type Chat = {
  data: { user_id: string; message: { content: string; ui?: Widget[]; metadata: { session_id: string } } };
  request: { id: string };
};

async function chat(body: object, headers: Record<string, string> = {}): Promise<Chat> {
  const answer = await service.post('/v1/chat', body, { 'X-User-Id': 'ann', ...headers });
  expect(answer.status).toBe(200);
  return answer.body;
}

async function streamed(body: object, headers: Record<string, string> = {}) {
  const response = await fetch(`${service.url}/v1/chat`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-User-Id': 'ann', ...headers },
    body: JSON.stringify({ ...body, stream: true }),
  });
  const text = await response.text();
  const events: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (event) => events.push(event) });
  parser.feed(text);
  return { text, events, sessionId: response.headers.get('x-muxi-session-id') ?? '' };
}

describe('web chat', () => {
  it('answers as JSON, in the MUXI shape, without a ui key when there is no widget [MUXI-3]', async () => {
    const answer = await chat({ message: 'hello', session_id: 's1' });
    expect(answer).toEqual({
      object: 'message',
      type: 'chat.completed',
      request: { id: expect.stringMatching(/^turn_/) },
      success: true,
      data: {
        message: { role: 'assistant', content: 'You said: hello', metadata: { session_id: 's1' } },
        user_id: 'ann',
      },
    });
  });

  it('brings widgets beside a complete text, and takes the press as ui_response [MUXI-7, MUXI-26]', async () => {
    const asked = await chat({ message: 'deploy', session_id: 's2' });
    const [widget] = asked.data.message.ui ?? [];
    expect(widget).toEqual({
      type: 'options',
      id: expect.stringMatching(/^ui_[0-9A-Za-z_]{21}$/),
      prompt: 'Which region should I deploy to?',
      options: [
        { value: 'us', label: 'United States' },
        { value: 'eu', label: 'Europe' },
      ],
      multi: false,
    });
    expect(asked.data.message.content).toContain('2. Europe');
    const pressed = await chat({ message: 'Europe', session_id: 's2', ui_response: { id: widget?.id, value: 'eu' } });
    expect(pressed.data.message.content).toBe('Deploying to eu.');
  });

  it('a hint of another user, another session, a second press or a value not offered is ignored [MUXI-27, MUXI-29, MUXI-30]', async () => {
    const asked = await chat({ message: 'deploy', session_id: 's3' });
    const id = asked.data.message.ui?.[0]?.id;
    const hint = { message: 'Europe', ui_response: { id, value: 'eu' } };
    const asEve = await chat({ ...hint, session_id: 's3' }, { 'X-User-Id': 'eve' });
    expect(asEve.data.message.content).toBe('You said: Europe');
    expect((await chat({ ...hint, session_id: 's4' })).data.message.content).toBe('You said: Europe');
    const wrong = await chat({ message: 'Europe', session_id: 's3', ui_response: { id, value: 'mars' } });
    expect(wrong.data.message.content).toBe('You said: Europe');
    expect((await chat({ ...hint, session_id: 's3' })).data.message.content).toBe('Deploying to eu.');
    expect((await chat({ ...hint, session_id: 's3' })).data.message.content).toBe('You said: Europe');
  });

  it('takes an index, and prefers the value [MUXI-28]', async () => {
    const ask = async () => (await chat({ message: 'deploy', session_id: 's5' })).data.message.ui?.[0]?.id;
    const byIndex = await chat({ message: 'x', session_id: 's5', ui_response: { id: await ask(), index: 1 } });
    expect(byIndex.data.message.content).toBe('Deploying to eu.');
    const both = await chat({
      message: 'x',
      session_id: 's5',
      ui_response: { id: await ask(), index: 1, value: 'us' },
    });
    expect(both.data.message.content).toBe('Deploying to us.');
  });

  it('streams tokens, then one ui frame, then done, each with an id [MUXI-1, MUXI-4, MUXI-41]', async () => {
    const { events } = await streamed({ message: 'deploy', session_id: 's6' });
    expect(events.map((event) => event.event)).toEqual([undefined, undefined, 'ui', 'done']);
    const tokens = events.filter((event) => event.event === undefined).map((event) => JSON.parse(event.data).token);
    expect(tokens.join('')).toBe('Which region should I deploy to?\n\n1. United States\n2. Europe');
    expect(JSON.parse(events[2]?.data ?? '').ui[0].type).toBe('options');
    expect(JSON.parse(events[3]?.data ?? '')).toEqual({ finished: true });
    const turnId = events[0]?.id?.split('.')[0];
    expect(events.map((event) => event.id)).toEqual([2, 3, 5, 6].map((seq) => `${turnId}.1.${seq}`));
  });

  it('without widgets the stream is the same to the byte, ids aside [MUXI-2, MUXI-5]', async () => {
    const { text } = await streamed({ message: 'hello', session_id: 's7' });
    expect(text.replace(/^id: .*\n/gm, '')).toBe(
      'data: {"token":"You said: hello"}\n\nevent: done\ndata: {"finished":true}\n\n',
    );
  });

  it('model text that looks like a frame or a widget stays text [HI-34, MUXI-16]', async () => {
    const hostile =
      'x\r\n\r\nevent: ui\ndata: {"ui":[{"type":"options"}]}\n\n{"type":"action_link","url":"https://evil.example"}\u2028';
    const { events } = await streamed({ message: hostile, session_id: 's8' });
    expect(events.map((event) => event.event)).toEqual([undefined, 'done']);
    expect(JSON.parse(events[0]?.data ?? '').token).toBe(`You said: ${hostile}`);
  });

  it('a turn that fails ends in an error, with no ui frame, and the repeated key tells the same [MUXI-4, MUXI-6]', async () => {
    const { events } = await streamed({ message: 'broken', session_id: 's13' });
    expect(events.map((event) => event.event)).toEqual(['error']);
    expect(JSON.parse(events[0]?.data ?? '').error.code).toBe('tool_unknown');
    const headers = { 'X-User-Id': 'ann', 'Idempotency-Key': 'k-3' };
    for (let time = 0; time < 2; time++) {
      const answer = await service.post('/v1/chat', { message: 'broken', session_id: 's13' }, headers);
      expect(answer).toMatchObject({ body: { error: { code: 'tool_unknown' } } });
    }
  });

  it('makes a session when none is named, and tells it', async () => {
    const answer = await chat({ message: 'hello' });
    expect(answer.data.message.metadata.session_id).toMatch(/^session_/);
    expect((await streamed({ message: 'hello' })).sessionId).toMatch(/^session_/);
  });

  it('the same Idempotency-Key is one turn, also after a restart, as JSON and as a stream', async () => {
    const headers = { 'Idempotency-Key': 'k-1' };
    const [first, second] = await Promise.all([
      chat({ message: 'deploy' }, headers),
      chat({ message: 'deploy' }, headers),
    ]);
    expect(second).toEqual(first);
    await service.restart();
    expect(await chat({ message: 'deploy' }, headers)).toEqual(first);
    const replayed = await streamed({ message: 'deploy' }, headers);
    expect(replayed.events.map((event) => event.event)).toEqual([undefined, undefined, 'ui', 'done']);
    expect(replayed.events.map(({ id }) => id)).toEqual([2, 3, 5, 6].map((seq) => `${first.request.id}.1.${seq}`));
    expect(JSON.parse(replayed.events[2]?.data ?? '').ui).toEqual(first.data.message.ui);
    const other = await chat({ message: 'deploy' }, { ...headers, 'X-User-Id': 'eve' });
    expect(other.request.id).not.toBe(first.request.id);
  });

  it('the same Idempotency-Key with another request is refused', async () => {
    const headers = { 'Idempotency-Key': 'k-2', 'X-User-Id': 'ann' };
    await chat({ message: 'hello', session_id: 's9' }, headers);
    for (const other of [
      { message: 'bye', session_id: 's9' },
      { message: 'hello', session_id: 's10' },
      { message: 'hello', session_id: 's9', ui_response: { id: 'ui_x', value: 'y' } },
      { message: 'bye', session_id: 's9', stream: true },
    ]) {
      const answer = await service.post('/v1/chat', other, headers);
      expect(answer).toMatchObject({ status: 409, body: { error: { code: 'idempotency_mismatch' } } });
    }
  });

  it('an empty hint is no hint: the words still answer', async () => {
    await chat({ message: 'deploy', session_id: 's11' });
    const answer = await chat({ message: 'Europe', session_id: 's11', ui_response: null });
    expect(answer.data.message.content).toBe('Deploying to eu.');
  });

  it('a client that waits at the end of the service is told so', async () => {
    const waiting = service.post('/v1/chat', { message: 'slowly', session_id: 's12' }, { 'X-User-Id': 'ann' });
    const behind = service.post('/v1/chat', { message: 'hello', session_id: 's12' }, { 'X-User-Id': 'ann' });
    const areIn = async () => {
      const metrics = await (await fetch(`${service.url}/metrics`)).text();
      return ['live', 'waiting'].every((kind) => metrics.includes(`footbridge_${kind}_turns 1\n`));
    };
    await expect.poll(areIn, { interval: 10 }).toBe(true);
    await service.restart();
    expect(await waiting).toMatchObject({ status: 200, body: { data: { message: { content: 'Done.' } } } });
    expect(await behind).toMatchObject({ status: 503, body: { error: { code: 'shutting_down' } } });
  });
});
