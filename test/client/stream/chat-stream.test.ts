import { describe, expect, it } from 'vitest';
import { ChatError, type ChatOptions, chatStream, resumeStream } from '../../../src/client/entry.ts';
import { breaks, collected, DONE, refuses, says, serviceOf, token, typed, WAITS } from './scripted-service.ts';

describe('the stream of a turn', () => {
  it('gives tokens, widgets and the end [MUXI-4]', async () => {
    const widget = { type: 'options', id: 'ui_q', options: [] };
    const { baseUrl, asked } = await serviceOf(
      says(
        token('t.1.1', 'Hel'),
        token('t.1.2', 'lo'),
        'id: t.1.3\nevent: something_new\ndata: {}\n\n',
        `id: t.1.4\nevent: ui\ndata: ${JSON.stringify({ ui: [widget] })}\n\n`,
        DONE,
      ),
    );
    const stream = chatStream({
      baseUrl,
      message: 'hi',
      sessionId: 's1',
      token: async () => 'fbu_x',
      userId: 'ann',
      headers: { 'X-Trace': '7' },
      uiResponse: { id: 'ui_q', value: 'eu' },
      idempotencyKey: 'once',
    });
    expect(await collected(stream)).toEqual([
      { type: 'token', token: 'Hel' },
      { type: 'token', token: 'lo' },
      { type: 'ui', ui: [widget] },
      { type: 'done' },
    ]);
    expect(stream.state).toMatchObject({ turnId: 't', lastEventId: 't.1.9', end: { type: 'done' } });
    expect(asked.map(({ line, body }) => ({ line, body }))).toEqual([
      {
        line: 'POST /v1/chat',
        body: { message: 'hi', stream: true, session_id: 's1', ui_response: { id: 'ui_q', value: 'eu' } },
      },
    ]);
    expect(asked[0]?.headers).toMatchObject({
      authorization: 'Bearer fbu_x',
      'x-user-id': 'ann',
      'x-trace': '7',
      'idempotency-key': 'once',
    });
  });

  it('gives the typed events of UI blocks, and asks for those that can be drawn [UBP-15]', async () => {
    const block = { id: 'b1', namespace: 'acme', block_type: 'x', version: '1.0.0', data: { type: 'own' } };
    const { baseUrl, asked } = await serviceOf(
      breaks(
        typed('t.1.0', 'start', { ts: 1, session_id: 's1', supported_blocks: [] }),
        typed('t.1.1', 'ui_block', block),
      ),
      says(
        typed('t.1.1', 'start', { ts: 2, session_id: 's1' }),
        typed('t.1.2', 'later_invention', {}),
        typed('t.1.3', 'text_delta', { delta: 'Hi' }),
        typed('t.1.4', 'done', { turn_id: 't' }),
      ),
    );
    const stream = chatStream({
      baseUrl,
      dialect: 'ubp',
      message: 'x',
      capabilities: ['acme.x@1', 'acme.y@2'],
      ...WAITS,
    });
    expect(await collected(stream)).toEqual([
      { type: 'start', ts: 1, session_id: 's1', supported_blocks: [] },
      { type: 'ui_block', ...block },
      { type: 'text_delta', delta: 'Hi' },
      { type: 'done', turn_id: 't' },
    ]);
    expect(asked.map(({ line }) => line)).toEqual([
      'POST /v1/chat/stream?capabilities=acme.x%401%2Cacme.y%402',
      'GET /v1/turns/t/stream?dialect=ubp&capabilities=acme.x%401%2Cacme.y%402',
    ]);
    expect(asked[1]?.headers['last-event-id']).toBe('t.1.1');
  });

  it('gives envelopes as they arrive [AUI-1]', async () => {
    const flat = { session_id: 's1', envelope_id: 'e1', created_at: 5, envelope: { kind: 'chart' } };
    const { baseUrl } = await serviceOf(
      says(
        typed('t.1.0', 'start', { ts: 1, session_id: 's1' }),
        `id: t.1.1\nevent: ui_envelope\ndata: ${JSON.stringify(flat)}\n\n`,
        typed('t.1.2', 'done', { turn_id: 't' }),
      ),
    );
    const events = await collected(chatStream({ baseUrl, dialect: 'agent-ui', message: 'x' }));
    expect(events[1]).toEqual({ type: 'ui_envelope', ...flat });
  });

  it('goes on over as many connections as it takes, and gives nothing twice', async () => {
    const { baseUrl, asked } = await serviceOf(
      breaks(token('t.1.1', 'a')),
      breaks(token('t.1.1', 'a'), token('t.1.2', 'b')),
      refuses(503, 'shutting_down'),
      says(token('t.1.3', 'c'), DONE),
    );
    const told: boolean[] = [];
    const stream = chatStream({ baseUrl, message: 'x', ...WAITS, onConnection: (isThere) => told.push(isThere) });
    expect(await collected(stream)).toEqual([
      { type: 'token', token: 'a' },
      { type: 'token', token: 'b' },
      { type: 'token', token: 'c' },
      { type: 'done' },
    ]);
    expect(asked.map(({ line, headers }) => `${line} ${headers['last-event-id'] ?? '-'}`)).toEqual([
      'POST /v1/chat -',
      'GET /v1/turns/t/stream?dialect=muxi t.1.1',
      'GET /v1/turns/t/stream?dialect=muxi t.1.2',
      'GET /v1/turns/t/stream?dialect=muxi t.1.2',
    ]);
    expect(told.slice(0, 2)).toEqual([false, true]);
    expect(told.at(-1)).toBe(true);
  });

  it('says a message once, however often it had to be sent', async () => {
    const { baseUrl, asked } = await serviceOf(breaks(), refuses(502, ''), says(token('t.1.1', 'a'), DONE));
    expect(await collected(chatStream({ baseUrl, message: 'x', ...WAITS }))).toHaveLength(2);
    const keys = asked.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  });

  it('tells to begin anew when the turn ran again, told so or not', async () => {
    const { baseUrl } = await serviceOf(
      says(
        token('t.1.1', 'a'),
        'id: t.2.3\nevent: reset\ndata: {"text":"Anew"}\n\n',
        token('t.2.4', '!'),
        token('t.3.1', 'Third'),
        'id: t.3.2\nevent: done\ndata: {}\n\n',
      ),
    );
    expect(await collected(chatStream({ baseUrl, message: 'x' }))).toEqual([
      { type: 'token', token: 'a' },
      { type: 'reset', text: 'Anew' },
      { type: 'token', token: '!' },
      { type: 'reset', text: '' },
      { type: 'token', token: 'Third' },
      { type: 'done' },
    ]);
  });

  it('is gone on with by a page that was loaded since', async () => {
    const { baseUrl, asked } = await serviceOf(says(token('t.1.4', 'd'), DONE));
    const stream = resumeStream({ baseUrl, turnId: 't', lastEventId: 't.1.3' });
    expect(await collected(stream)).toEqual([{ type: 'token', token: 'd' }, { type: 'done' }]);
    expect(asked[0]?.headers['last-event-id']).toBe('t.1.3');
    const { baseUrl: other, asked: askedAll } = await serviceOf((response) => response.writeHead(204).end());
    expect(await collected(resumeStream({ baseUrl: other, turnId: 'a/b' }))).toEqual([{ type: 'done' }]);
    expect(askedAll[0]?.line).toBe('GET /v1/turns/a%2Fb/stream?dialect=muxi');
    expect(askedAll[0]?.headers['last-event-id']).toBeUndefined();
  });

  it('gives up a connection on which nothing is heard, and goes on', async () => {
    const { baseUrl, asked } = await serviceOf(
      (response) => response.write(token('t.1.1', 'a')),
      says(token('t.1.2', 'b'), DONE),
    );
    expect(await collected(chatStream({ baseUrl, message: 'x', ...WAITS, silenceMs: 1_000 }))).toHaveLength(3);
    expect(asked).toHaveLength(2);
  });

  it('does not ask without end when the service breaks behind its first frame each time', async () => {
    const { baseUrl, asked } = await serviceOf(breaks(typed('t.1.0', 'start', { ts: 1, session_id: 's1' })));
    const stream = chatStream({ baseUrl, dialect: 'ubp', message: 'x', ...WAITS });
    await expect(collected(stream)).rejects.toMatchObject({ kind: 'lost' });
    expect(asked).toHaveLength(4);
  });
});

describe('a stream that cannot be had', () => {
  const failureOf = async (options: Partial<ChatOptions> & { baseUrl: string }) =>
    collected(chatStream({ message: 'x', ...WAITS, ...options })).catch((error: unknown) => error);

  it('is refused with the code and the sentence of the service', async () => {
    const { baseUrl } = await serviceOf(refuses(401, 'unauthorized'));
    const error = await failureOf({ baseUrl });
    expect(error).toBeInstanceOf(ChatError);
    expect(error).toMatchObject({ kind: 'refused', code: 'unauthorized', status: 401, message: 'No, thank you.' });
    const { baseUrl: proxy } = await serviceOf((response) => response.writeHead(404).end('<html>'));
    expect(await failureOf({ baseUrl: proxy })).toMatchObject({ code: '', message: 'The service answered 404.' });
  });

  it('fails as the turn did', async () => {
    const { baseUrl } = await serviceOf(
      says(
        token('t.1.1', 'a'),
        'id: t.1.2\nevent: error\ndata: {"error":{"code":"agent_failed","message":"Sorry."}}\n\n',
      ),
    );
    expect(await failureOf({ baseUrl })).toMatchObject({ kind: 'failed', code: 'agent_failed', message: 'Sorry.' });
  });

  it('is lost when nobody answers', async () => {
    const error = await failureOf({ baseUrl: 'http://127.0.0.1:1' });
    expect(error).toMatchObject({
      kind: 'lost',
      message: 'The service could not be reached. Try again with the same key.',
    });
  });

  it('waits as long as it is asked to', async () => {
    const { baseUrl, asked } = await serviceOf(
      refuses(429, 'too_many_requests', { 'Retry-After': '1' }),
      says(token('t.1.1', 'a'), DONE),
    );
    const beganMs = performance.now();
    expect(await failureOf({ baseUrl })).toHaveLength(2);
    expect(performance.now() - beganMs).toBeGreaterThan(900);
    expect(asked).toHaveLength(2);
  });

  it('ends with the reason of whoever ends it, while it reads and while it waits', async () => {
    const { baseUrl } = await serviceOf((response) => response.write(token('t.1.1', 'a')));
    const reading = new AbortController();
    const stream = chatStream({ baseUrl, message: 'x', signal: reading.signal })[Symbol.asyncIterator]();
    expect((await stream.next()).value).toEqual({ type: 'token', token: 'a' });
    reading.abort(new Error('enough read'));
    await expect(stream.next()).rejects.toThrow('enough read');

    const waiting = new AbortController();
    const onConnection = () => waiting.abort(new Error('enough waited'));
    const options = { baseUrl: 'http://127.0.0.1:1', signal: waiting.signal, retryAfterMs: [60_000], onConnection };
    expect(await failureOf(options)).toMatchObject({ message: 'enough waited' });
  });
});
