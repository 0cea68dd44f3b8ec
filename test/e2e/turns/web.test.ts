import { describe, expect, it } from 'vitest';
import type { TestService } from '../service.ts';
import { DialectReader } from '../streams/dialect-reading.ts';
import { letGo, start, untilRuns } from './dripping-service.ts';

async function chat({ post }: TestService, body: object): Promise<string> {
  const answer = await post('/v1/chat', { session_id: 's', ...body }, { 'X-User-Id': 'ann' });
  expect(answer.status).toBe(200);
  return (answer.body as { data: { message: { content: string } } }).data.message.content;
}

/** The answer as a stream: its text, and the names of its frames. */
async function streamed({ url }: TestService, message: string): Promise<{ text: string; events: string[] }> {
  const response = await fetch(`${url}/v1/chat`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-User-Id': 'ann' },
    body: JSON.stringify({ message, session_id: 's', stream: true }),
  });
  const frames = await response.text();
  const tokens = [...frames.matchAll(/^data: \{"token":(".*")\}$/gm)].map((match) => JSON.parse(match[1] ?? '""'));
  return { text: tokens.join(''), events: [...frames.matchAll(/^event: (.*)$/gm)].map((match) => match[1] ?? '') };
}

describe('in the web chat', () => {
  it('/stop is answered, and so is every request that it ends', async () => {
    const running = await start('{}');
    const working = chat(running, { message: 'work' });
    await untilRuns(running);
    const streaming = streamed(running, 'work in the stream');
    await untilRuns(running, 1);
    const waiting = chat(running, { message: 'next' });
    await untilRuns(running, 2);
    expect(await chat(running, { message: '/stop' })).toBe('Stopped.');
    expect([await working, await streaming, await waiting]).toEqual([
      'First things first.\n\nStopped.',
      { text: 'Stopped.', events: ['done'] },
      'Stopped.',
    ]);
    expect(await chat(running, { message: '/stop' })).toBe('There is nothing to stop.');
  });

  it('a stream that is stopped ends after what it said', async () => {
    const running = await start('{}');
    const streaming = streamed(running, 'work');
    await untilRuns(running);
    await chat(running, { message: '/stop' });
    expect(await streaming).toEqual({ text: 'First things first.\n\nStopped.', events: ['done'] });
  });

  it('a command is answered as a stream, too', async () => {
    const running = await start('{}');
    expect(await streamed(running, '/stop')).toEqual({ text: 'There is nothing to stop.', events: ['done'] });
  });

  it('whoever does not say who they are is nobody in particular, and has no limit of one person', async () => {
    const running = await start('{ limits: { per_person: { per_second: 0.01, burst: 1 } } }');
    for (const session of ['s1', 's2', 's3']) {
      const answer = await running.post('/v1/chat', { message: 'hello', session_id: session });
      expect(answer.body).toMatchObject({ data: { message: { content: 're: hello' } } });
    }
  });

  it('a turn whose time is up answers with what it has', async () => {
    const running = await start('{ deadline_ms: 50 }');
    const sentence = 'This took too long, so I stopped here. Please try again.';
    expect(await chat(running, { message: 'work' })).toBe(`First things first.\n\n${sentence}`);
    expect((await streamed(running, 'work')).text).toBe(`First things first.\n\n${sentence}`);
  });

  it('each refused request is told why', async () => {
    const running = await start('{ max_waiting: 1, limits: { per_person: { per_second: 0.01, burst: 4 } } }');
    const slow = chat(running, { message: 'slowly' });
    await untilRuns(running);
    const next = chat(running, { message: 'next' });
    await untilRuns(running, 1);
    const full = 'Too many messages are waiting here, so I cannot take more right now. Please wait a little.';
    expect(await chat(running, { message: 'third' })).toBe(full);
    expect(await chat(running, { message: 'fourth' })).toBe(full);
    letGo();
    expect([await slow, await next]).toEqual(['re: slowly', 're: next']);
    const fast = 'This is too fast for me, so I did not take all of your messages. Please wait a little.';
    await chat(running, { message: 'fifth' });
    await chat(running, { message: 'sixth' });
    expect(await chat(running, { message: 'seventh' })).toBe(fast);
  });

  it('requests that were joined to one turn get its answer', async () => {
    const running = await start('{ when_busy: steer }');
    const slow = chat(running, { message: 'slowly' });
    await untilRuns(running);
    const one = chat(running, { message: 'one' });
    await untilRuns(running, 1);
    const two = chat(running, { message: 'two' });
    await untilRuns(running, 2);
    letGo();
    expect([await slow, await one, await two]).toEqual(['re: slowly', 're: one\n\ntwo', 're: one\n\ntwo']);
  });

  it('requests that were joined to one turn read all of it, whatever each of their clients can show', async () => {
    const running = await start('{ when_busy: steer }');
    const ask = async (message: string) => {
      const response = await fetch(`${running.url}/v1/chat/stream?capabilities=minara.feature_recommendation@1`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-User-Id': 'ann' },
        body: JSON.stringify({ message, session_id: 's' }),
      });
      const reader = await new DialectReader('ubp').read(response);
      return { text: reader.text, hasBlock: reader.told.parts.some(({ event }) => event === 'ui_block') };
    };
    expect((await ask('docs')).hasBlock).toBe(true);
    const slow = chat(running, { message: 'slowly' });
    await untilRuns(running);
    const first = ask('docs');
    await untilRuns(running, 1);
    const second = ask('two');
    await untilRuns(running, 2);
    const third = chat(running, { message: 'three' });
    await untilRuns(running, 3);
    letGo();
    await slow;
    const text = 're: docs\n\ntwo\n\nthree\n\nDocs: https://minara.ai/docs';
    expect([await first, await second, await third]).toEqual([
      { text, hasBlock: false },
      { text, hasBlock: false },
      text,
    ]);
  });

  it('requests of somebody who is erased end, also those that waited', async () => {
    const running = await start('{}');
    const ask = (message: string) => running.post('/v1/chat', { message, session_id: 's' }, { 'X-User-Id': 'ann' });
    const working = ask('work');
    await untilRuns(running);
    const waiting = ask('next');
    await untilRuns(running, 1);
    const erased = await fetch(`${running.url}/v1/users/ann?channel=web`, { method: 'DELETE' });
    expect(erased.status).toBe(200);
    const gone = { status: 409, body: { error: { code: 'claim_lost' } } };
    expect(await Promise.all([working, waiting])).toMatchObject([gone, gone]);
  });

  it('a command under a key is the same answer again and acts once', async () => {
    const running = await start('{}');
    const ask = (message: string) =>
      running.post('/v1/chat', { message, session_id: 's' }, { 'X-User-Id': 'ann', 'Idempotency-Key': `k ${message}` });
    const first = await ask('/reset');
    expect((await ask('/reset')).body).toEqual(first.body);
    expect(await chat(running, { message: 'where' })).toBe('web:ann:s#1');
  });
});
