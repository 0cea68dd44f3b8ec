import { describe, expect, it, vi } from 'vitest';
import { type ChatOptions, chatStream, resumeStream } from '../../../src/client/entry.ts';
import { type Answer, breaks, collected, DONE, refuses, says, serviceOf, token, WAITS } from './scripted-service.ts';

const failureOf = (options: Partial<ChatOptions>) =>
  collected(chatStream({ message: 'x', ...WAITS, ...options })).then(
    () => 'none',
    (error: unknown) => error,
  );

/** An answer whose status is known, and of which nothing more ever comes. */
const silent: Answer = () => {};

describe('a stream in hard times', () => {
  it('is read in linear time, however long the turn is', async () => {
    const frames = Array.from({ length: 40_000 }, (_, seq) =>
      token(`t.1.${seq + 1}`, `word ${seq} of a long answer. `),
    );
    const { baseUrl } = await serviceOf(says(...frames, 'id: t.1.99999\nevent: done\ndata: {}\n\n'));
    const beganMs = performance.now();
    expect(await collected(chatStream({ baseUrl, message: 'x' }))).toHaveLength(40_001);
    // Some 300 ms by itself; 25 s when each frame costs as much as all before.
    expect(performance.now() - beganMs).toBeLessThan(6_000);
  });

  it('asks for a new token when the one it has ran out on the way', async () => {
    const { baseUrl, asked } = await serviceOf(
      breaks(token('t.1.1', 'a')),
      refuses(401, 'unauthorized'),
      says(token('t.1.2', 'b'), DONE),
    );
    const given = ['old', 'old', 'new'];
    expect(await collected(chatStream({ baseUrl, message: 'x', ...WAITS, token: () => given.shift() }))).toHaveLength(
      3,
    );
    expect(asked.map(({ headers }) => headers.authorization)).toEqual(['Bearer old', 'Bearer old', 'Bearer new']);
  });

  it('is refused when there is no other token', async () => {
    const { baseUrl, asked } = await serviceOf(refuses(401, 'unauthorized'));
    expect(await failureOf({ baseUrl, token: async () => 'same' })).toMatchObject({ kind: 'refused', status: 401 });
    expect(await failureOf({ baseUrl, token: 'fixed' })).toMatchObject({ kind: 'refused', status: 401 });
    expect(asked).toHaveLength(2);
  });

  it('goes on with another connection when one is taken and never answered', async () => {
    const { baseUrl, asked } = await serviceOf(silent, says(token('t.1.1', 'a'), DONE));
    expect(await collected(chatStream({ baseUrl, message: 'x', ...WAITS, silenceMs: 1_000 }))).toHaveLength(2);
    expect(asked).toHaveLength(2);
  });

  it('ends with the reason of whoever ends it, before there is a token and before there is an answer', async () => {
    const { baseUrl, asked } = await serviceOf(silent);
    const early = new AbortController();
    const token = () => {
      queueMicrotask(() => early.abort(new Error('no token wanted')));
      return new Promise<string>(() => {});
    };
    expect(await failureOf({ baseUrl, token, signal: early.signal })).toMatchObject({ message: 'no token wanted' });
    const late = new AbortController();
    const failing = failureOf({ baseUrl, signal: late.signal });
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    late.abort(new Error('no answer wanted'));
    expect(await failing).toMatchObject({ message: 'no answer wanted' });
    const before = AbortSignal.abort(new Error('nothing wanted'));
    expect(await failureOf({ baseUrl, signal: before })).toMatchObject({ message: 'nothing wanted' });
    expect(asked).toHaveLength(1);
  });

  it('leaves nothing with the signal that outlives it', async () => {
    const { baseUrl } = await serviceOf(breaks(token('t.1.1', 'a')), refuses(503, ''), says(token('t.1.2', 'b'), DONE));
    const { signal } = new AbortController();
    const listening = new Set<unknown>();
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...[type, listener, options]: Parameters<typeof add>) => {
      listening.add(listener);
      add(type, listener, options);
    };
    signal.removeEventListener = (...[type, listener, options]: Parameters<typeof remove>) => {
      listening.delete(listener);
      remove(type, listener, options);
    };
    const { fetch } = globalThis;
    // What `fetch` itself does with a signal is its own.
    const own = (url: string, { signal: _, ...init }: RequestInit) => fetch(url, init);
    await collected(chatStream({ baseUrl, message: 'x', ...WAITS, signal, fetch: own }));
    await vi.waitFor(() => expect(listening.size).toBe(0));
  });

  it('fails at once, and says why, when it could never be asked', async () => {
    const nowhere = await failureOf({});
    expect(nowhere).toMatchObject({ kind: 'refused', message: expect.stringContaining('baseUrl') });
    const odd = await failureOf({ baseUrl: 'http://127.0.0.1:1', userId: '安娜', token: 'fbu_secret' });
    expect(odd).toMatchObject({ kind: 'refused', message: expect.stringContaining('header') });
    expect(JSON.stringify([String(odd), (odd as Error).cause ?? ''])).not.toContain('fbu_secret');
  });

  it('fails at once when what answers is a page and no service', async () => {
    const page: Answer = (response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html>');
    const { baseUrl, asked } = await serviceOf(page);
    expect(await failureOf({ baseUrl })).toMatchObject({
      kind: 'refused',
      status: 200,
      message: 'What answered gave no stream of events. Check baseUrl.',
    });
    expect(asked).toHaveLength(1);
  });

  it('waits for the service when a page answers in its place in the middle of a turn', async () => {
    const page: Answer = (response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html>');
    const { baseUrl } = await serviceOf(breaks(token('t.1.1', 'a')), page, says(token('t.1.2', 'b'), DONE));
    expect(await collected(chatStream({ baseUrl, message: 'x', ...WAITS }))).toHaveLength(3);
  });

  it('says what the last attempt came to when it is lost', async () => {
    expect(await failureOf({ baseUrl: 'http://127.0.0.1:1' })).toMatchObject({
      kind: 'lost',
      cause: { message: 'fetch failed' },
    });
  });

  it('lets go of answers that it does not read', async () => {
    const cancelled: number[] = [];
    const refusal = (status: number) =>
      new Response(new ReadableStream({ cancel: () => void cancelled.push(status) }), { status });
    const answers = [refusal(503), refusal(429), new Response(`${token('t.1.1', 'a')}${DONE}`)];
    const fetch = async () => answers.shift() as Response;
    expect(await collected(chatStream({ message: 'x', ...WAITS, fetch }))).toHaveLength(2);
    expect(cancelled).toEqual([503, 429]);
  });

  it('is its own: of many at once, each gives its own turn', async () => {
    const turn = (name: string) => says(token(`${name}.1.1`, name), `id: ${name}.1.2\nevent: done\ndata: {}\n\n`);
    const { baseUrl } = await serviceOf(...Array.from({ length: 8 }, (_, at) => turn(`t${at}`)));
    const streams = Array.from({ length: 8 }, () => chatStream({ baseUrl, message: 'x' }));
    const given = await Promise.all(streams.map((stream) => collected(stream)));
    expect(new Set(given.map((events) => JSON.stringify(events[0]))).size).toBe(8);
    for (const { state } of streams) expect(state.turnId).toMatch(/^t\d$/);
  });

  it('makes its own key where a page is on plain http', async () => {
    const { crypto } = globalThis;
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
    const { baseUrl, asked } = await serviceOf(says(token('t.1.1', 'a'), DONE));
    try {
      expect(await collected(chatStream({ baseUrl, message: 'x' }))).toHaveLength(2);
    } finally {
      vi.unstubAllGlobals();
    }
    expect(asked[0]?.headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/);
  });

  it('ends when the service keeps closing it without an end', async () => {
    const { baseUrl, asked } = await serviceOf(says(token('t.1.1', 'a')), says());
    await expect(collected(resumeStream({ baseUrl, turnId: 't', ...WAITS }))).rejects.toMatchObject({ kind: 'lost' });
    expect(asked).toHaveLength(4);
  });
});
