import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createToolHost } from '../../src/mcp/tool-host.ts';
import { type SessionServer, startSessionServer } from './http-server.ts';

describe('an MCP server over HTTP that was started anew', () => {
  let server: SessionServer;
  let host: ReturnType<typeof createToolHost>;
  const { signal } = new AbortController();
  const call = () => host.call({ server: 'sessions', tool: 'count', args: {} }, signal);
  beforeAll(async () => {
    server = await startSessionServer();
    host = createToolHost({ servers: new Map([['sessions', { url: server.url }]]), cwd: '.' });
  });
  afterAll(async () => {
    await host.close();
    await server.close();
  });

  it('is spoken to in a new session, and the call that found the old one gone is made once', async () => {
    expect(await call()).toMatchObject({ content: [{ text: 'call 1' }] });
    server.forget();
    const [one, other] = await Promise.all([call(), call()]);
    expect([one, other].map((result) => JSON.stringify(result).match(/call \d/)?.[0]).sort()).toEqual([
      'call 2',
      'call 3',
    ]);
    expect(server.calls()).toBe(3);
  });

  it('that knows no session at all is a tool that failed, and is asked no more than twice', async () => {
    server.forget();
    const lost = createToolHost({ servers: new Map([['sessions', { url: `${server.url}/none` }]]), cwd: '.' });
    await server.close();
    await expect(lost.call({ server: 'sessions', tool: 'count', args: {} }, signal)).rejects.toMatchObject({
      code: 'tool_failed',
    });
    await lost.close();
  });
});

describe.each([false, true])('an MCP server over HTTP that crashes in mid-call (as JSON: %s)', (enableJsonResponse) => {
  it('is a tool that failed at once, and the next call is heard', async () => {
    const server = await startSessionServer({ enableJsonResponse });
    const host = createToolHost({ servers: new Map([['sessions', { url: server.url }]]), cwd: '.' });
    const { signal } = new AbortController();
    const waiting = host.call({ server: 'sessions', tool: 'wait', args: {} }, signal).catch((error: unknown) => error);
    await expect.poll(() => server.calls(), { timeout: 5_000 }).toBe(1);
    server.cut();
    expect(await waiting).toMatchObject({ code: 'tool_failed' });
    expect(await host.call({ server: 'sessions', tool: 'count', args: {} }, signal)).toMatchObject({
      content: [{ text: 'call 2' }],
    });
    await host.close();
    await server.close();
  });
});
