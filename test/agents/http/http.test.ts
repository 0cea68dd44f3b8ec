import { spawn } from 'node:child_process';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { http } from '../../../src/agents/http/index.ts';
import { silentLog } from '../../../src/protocol/log.ts';
import { events, type Got, json, openEndpoint, type Reply, stream } from '../endpoint.ts';
import { NO_TOOLS, NOTHING_LENT, said, TURN } from '../turns.ts';

const agentAt = (url: string, more: object = {}) => http.create(http.settings.parse({ url, ...more }));

/** Opens an endpoint that answers so, and asks it. */
async function ask(reply: Reply, more: object = {}) {
  const endpoint = await openEndpoint([reply]);
  return said(agentAt(endpoint.url, more));
}

describe('the http agent', () => {
  it('posts the turn as JSON, with its id as idempotency key', async () => {
    const endpoint = await openEndpoint([json({ text: 'Hi' })]);
    await said(agentAt(endpoint.url, { headers: { Authorization: 'Bearer key' } }));
    const [{ headers, body }] = endpoint.got as [Got];
    expect(headers).toMatchObject({
      authorization: 'Bearer key',
      'content-type': 'application/json',
      'idempotency-key': 'turn_1',
      accept: 'application/json, text/event-stream',
    });
    expect(headers['webhook-signature']).toBeUndefined();
    expect(JSON.parse(body)).toEqual({
      turn_id: 'turn_1',
      attempt: 2,
      channel: 'toy',
      conversation: 'toy:1',
      session_id: 'toy:1#1',
      user_id: '7',
      user_name: 'Ann',
      locale: 'en',
      message: 'Hello',
      files: [{ name: 'a.png', mime: 'image/png', size_bytes: 3, url: 'https://files.example/x' }],
      ui_response: { id: 'ui_x', value: 'eu', label: 'Europe', prompt: 'Which region?' },
      context: { chat: 1 },
      reads_markdown: true,
    });
  });

  it.each([
    ['a secret of sixteen bytes', Buffer.from('a secret of sixteen bytes')],
    ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64')],
  ])('signs the body with the time of the call: %s', async (secret, key) => {
    const endpoint = await openEndpoint([json({ text: 'Hi' })]);
    const beforeSec = Math.floor(Date.now() / 1000);
    await said(agentAt(endpoint.url, { secret }));
    const [{ headers, body }] = endpoint.got as [Got];
    const timestamp = String(headers['webhook-timestamp']);
    const mac = createHmac('sha256', key).update(`turn_1.${timestamp}.${body}`).digest();
    expect(headers['webhook-id']).toBe('turn_1');
    expect(Number(timestamp)).toBeGreaterThanOrEqual(beforeSec);
    expect(Number(timestamp)).toBeLessThanOrEqual(Date.now() / 1000);
    const given = Buffer.from(String(headers['webhook-signature']).slice('v1,'.length), 'base64');
    expect(timingSafeEqual(given, mac)).toBe(true);
  });

  it('takes an agent turn as JSON', async () => {
    const clarification = { prompt: 'Go?', choices: [{ value: 'y' }] };
    expect(await ask(json({ text: 'Hm.', clarification, tool_calls: [{ tool: 't', args: {} }] }))).toEqual([
      { type: 'text', delta: 'Hm.' },
      { type: 'tool_call', tool: 't', args: {} },
      { type: 'clarification', ...clarification },
    ]);
  });

  it.each([
    ['204', json('', 204)],
    ['an empty body', json('')],
  ])('says nothing where the answer is %s', async (_what, reply) => {
    expect(await ask(reply)).toEqual([]);
  });

  it('takes a stream of events, named in the data or before it', async () => {
    const text = [
      ': hello\n\n',
      events({ type: 'text', delta: 'One, ' }),
      'event: text\r\ndata: {"delta":\r\ndata: "two"}\r\n\r\n',
      events(
        { type: 'tool_result', tool: 't', result: { a: 1 } },
        { type: 'mcp_result', server: 's', tool: 't', result: null },
        { type: 'block', namespace: 'n', block_type: 'b', version: '1', data: 1 },
        { type: 'file', name: 'a.txt', mime: 'text/plain', data: 'YQ==' },
        { type: 'credential_redirect', service: 'github' },
        { type: 'done', tokens: 12 },
        { type: 'text', delta: 'never heard' },
      ),
    ].join('');
    expect(await ask(stream(text))).toEqual([
      { type: 'text', delta: 'One, ' },
      { type: 'text', delta: 'two' },
      { type: 'tool_result', tool: 't', result: { a: 1 } },
      { type: 'mcp_result', server: 's', tool: 't', result: null },
      { type: 'block', namespace: 'n', block_type: 'b', version: '1', data: 1 },
      { type: 'file', name: 'a.txt', mime: 'text/plain', data: 'YQ==' },
      { type: 'credential_redirect', service: 'github' },
    ]);
  });

  it('hears what a stream says while it goes on', async () => {
    let release = () => {};
    const endpoint = await openEndpoint([
      (response) => {
        response.writeHead(200, { 'Content-Type': 'text/event-stream' });
        response.write(events({ type: 'text', delta: 'First.' }));
        release = () => response.end(events({ type: 'done' }));
      },
    ]);
    const heard: string[] = [];
    const signal = new AbortController().signal;
    const context = { signal, tools: NO_TOOLS, update: '', log: silentLog, ...NOTHING_LENT };
    for await (const event of agentAt(endpoint.url).run(TURN, context)) {
      if (event.type === 'text') heard.push(event.delta);
      release();
    }
    expect(heard).toEqual(['First.']);
  });

  it.each<[string, Reply, RegExp]>([
    ['a refusal', json({ detail: 'secret words' }, 401), /answered 401, expected 200 or 204/],
    ['a fault', json('secret words', 500), /answered 500/],
    ['a redirect', json('', 302, { Location: 'https://elsewhere.example/' }), /answered 302, a redirect/],
    ['no JSON', json('secret words'), /no JSON and has the content type application\/json/],
    [
      'JSON that is no turn',
      json({ words: 'secret words' }),
      /text: missing, expected string; Unrecognized key: "words"/,
    ],
    ['widgets', json({ text: 'x', ui: [] }), /Unrecognized key: "ui"/],
    ['a wrong fact', json({ text: 'x', clarification: { prompt: 1 } }), /clarification\.prompt: .*string/],
    ['a prototype key', json('{"text":"x","tool_results":[{"tool":"t","result":{"__proto__":1}}]}'), /__proto__/],
    [
      'a deep answer',
      json(`{"text":"x","tool_results":[{"tool":"t","result":${'['.repeat(99)}${']'.repeat(99)}}]}`),
      /deeper than 64 levels/,
    ],
    ['10 MB', json({ text: 'x'.repeat(10_000_000) }), /larger than 8388608 bytes/],
    ['10 MB of a stream', stream(`data: ${'x'.repeat(10_000_000)}`), /larger than 8388608 bytes/],
    [
      'an unknown event',
      stream(events({ type: 'txt', delta: 'secret words' })),
      /unknown type "txt"\. Known: text, clar/,
    ],
    ['an event without a type', stream('data: {"delta":"secret words"}\n\n'), /an event has no type/],
    ['an event of widgets', stream(events({ type: 'ui', widgets: [] })), /Send facts instead/],
    ['a wrong event', stream(events({ type: 'text', text: 'secret words' })), /type "text" is wrong\. delta: missing/],
    ['an event that is no JSON', stream('data: secret words\n\n'), /data of an event is no JSON/],
    [
      'a stream without an end',
      stream(events({ type: 'text', delta: 'Half' })),
      /ended without an event of the type "done"/,
    ],
    [
      'a stream that is cut',
      stream(events({ type: 'text', delta: 'Half' }), { cut: true }),
      /connection failed \(ECONNRESET\)/,
    ],
    ['compressed bytes', json('x', 200, { 'Content-Encoding': 'br' }), /compressed its answer/],
  ])('fails with a sentence that quotes nothing: %s', async (_what, reply, sentence) => {
    const failed = await ask(reply).catch((error) => error);
    expect(failed).toMatchObject({ code: 'agent_failed', message: expect.stringMatching(sentence) });
    expect(failed.message).not.toContain('secret words');
  });

  it.each<[string, Reply]>([
    ['before it answers', () => {}],
    [
      'within its answer',
      (response) => void response.writeHead(200, { 'Content-Type': 'text/event-stream' }).flushHeaders(),
    ],
  ])('is given up when it is silent %s, and not asked again', async (_when, reply) => {
    const endpoint = await openEndpoint([reply]);
    await expect(said(agentAt(endpoint.url, { timeout_ms: 1_000 }))).rejects.toMatchObject({
      code: 'agent_failed',
      message: expect.stringContaining('nothing came for 1000 ms'),
    });
    expect(endpoint.got.length).toBe(1);
  });

  it.each([429, 502, 503, 504])('is asked again after a %d, with the same key and a new signature', async (status) => {
    const endpoint = await openEndpoint([json('', status, { 'Retry-After': '1' }), json({ text: 'Now.' })]);
    const startedMs = performance.now();
    const spoken = await said(agentAt(endpoint.url, { secret: 'a secret of sixteen bytes' }));
    expect(spoken).toEqual([{ type: 'text', delta: 'Now.' }]);
    expect(performance.now() - startedMs).toBeGreaterThan(990);
    const [first, second] = endpoint.got as [Got, Got];
    expect([first.headers['idempotency-key'], second.headers['idempotency-key']]).toEqual(['turn_1', 'turn_1']);
    expect(second.body).toBe(first.body);
    expect(second.headers['webhook-timestamp']).not.toBe(first.headers['webhook-timestamp']);
  });

  it('is asked again until it listens', async () => {
    // On an address of its own, where no other test gets the port meanwhile.
    const host = '127.0.0.2';
    const gone = await openEndpoint([json({ text: 'never' })], 0, host);
    await gone.close();
    const waits: object[] = [];
    const log = { debug() {}, info() {}, error() {}, warn: (facts: object) => void waits.push(facts) };
    const speaking = said(agentAt(gone.url), { log });
    await expect.poll(() => waits.length).toBeGreaterThan(0);
    await openEndpoint([json({ text: 'Here.' })], Number(new URL(gone.url).port), host);
    expect(await speaking).toEqual([{ type: 'text', delta: 'Here.' }]);
    expect(waits[0]).toMatchObject({ turn_id: 'turn_1', reason: 'the connection failed (ECONNREFUSED)' });
  });

  it('is asked again when it changes the protocol, which nobody asked for', async () => {
    const endpoint = await openEndpoint([
      ({ socket }) => {
        socket?.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n');
      },
      json({ text: 'Here.' }),
    ]);
    const waits: object[] = [];
    const log = { debug() {}, info() {}, error() {}, warn: (facts: object) => void waits.push(facts) };
    expect(await said(agentAt(endpoint.url), { log })).toEqual([{ type: 'text', delta: 'Here.' }]);
    expect(waits).toMatchObject([{ reason: 'the connection failed (UNASKED_UPGRADE)' }]);
  });

  it.each<[string, Reply]>([
    ['while it works', () => {}],
    ['while it is to be asked again', json('', 503, { 'Retry-After': '3600' })],
  ])('ends at once when its turn is stopped %s', async (_when, reply) => {
    const endpoint = await openEndpoint([reply]);
    const stopping = new AbortController();
    const speaking = said(agentAt(endpoint.url), { signal: stopping.signal });
    await expect.poll(() => endpoint.got.length).toBe(1);
    stopping.abort();
    await expect(speaking).rejects.toThrow();
  });
});

/** Where connecting takes for ever: a program that accepts nothing, with a full queue before it. */
async function deafPort(): Promise<number> {
  const script =
    "require('net').createServer().listen({port:0,host:'127.0.0.1',backlog:1},function(){process.stdout.write(String(this.address().port))})";
  const program = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(program.stdout, 'data');
  program.kill('SIGSTOP');
  const port = Number(String(line));
  const waiting = Array.from({ length: 4 }, () => connect(port, '127.0.0.1').on('error', () => {}));
  onTestFinished(() => {
    for (const socket of waiting) socket.destroy();
    program.kill('SIGKILL');
  });
  await new Promise((resolve) => setTimeout(resolve, 200));
  return port;
}

it.skipIf(process.platform !== 'linux')(
  'connecting to the endpoint counts as its silence (needs the queues of Linux)',
  async () => {
    const startedMs = performance.now();
    await expect(said(agentAt(`http://127.0.0.1:${await deafPort()}/`, { timeout_ms: 300 }))).rejects.toMatchObject({
      code: 'agent_failed',
      message: expect.stringContaining('nothing came for 300 ms'),
    });
    // Node's own agent lets go after 5 s.
    expect(performance.now() - startedMs).toBeLessThan(4_000);
  },
);
