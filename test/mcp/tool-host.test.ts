import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { createToolHost } from '../../src/mcp/tool-host.ts';

const demo = fileURLToPath(new URL('../../formations/demo/', import.meta.url));
const views = fileURLToPath(new URL('view-server.mjs', import.meta.url));
const host = createToolHost({
  servers: new Map([
    ['demo', { command: 'node', args: ['mcp/demo-server.mjs'] }],
    ['views', { command: 'node', args: [views] }],
    ['broken', { command: 'node', args: ['no-such-file.mjs'] }],
  ]),
  cwd: demo,
});
afterAll(() => host.close());
const { signal } = new AbortController();

describe('MCP servers of a formation', () => {
  it('calls a tool of a stdio server and gives the result as it came', async () => {
    const result = await host.call({ server: 'demo', tool: 'weather', args: { city: 'Oslo' } }, signal);
    expect(result).toMatchObject({
      content: [
        { type: 'text', text: 'Oslo: 19 °C, light clouds.' },
        { type: 'resource', resource: { uri: 'ui://demo/weather-card' } },
      ],
    });
  });

  it('gives structured content, a link included', async () => {
    const result = await host.call({ server: 'demo', tool: 'invoice', args: { number: '7' } }, signal);
    expect(result).toMatchObject({ structuredContent: { _link: { label: 'Open invoice 7' } } });
  });

  it('names the servers there are when one is not configured', async () => {
    await expect(host.call({ server: 'nope', tool: 't', args: {} }, signal)).rejects.toMatchObject({
      code: 'tool_unknown',
      message: expect.stringContaining('known: demo, views, broken'),
    });
  });

  it('a server that does not start is a tool that failed, each time anew', async () => {
    for (let round = 0; round < 2; round++) {
      await expect(host.call({ server: 'broken', tool: 't', args: {} }, signal)).rejects.toMatchObject({
        code: 'tool_failed',
      });
    }
  });

  it('calls side by side share one server', async () => {
    const cities = ['A', 'B', 'C'];
    const results = await Promise.all(
      cities.map((city) => host.call({ server: 'demo', tool: 'weather', args: { city } }, signal)),
    );
    expect(results.map((result) => JSON.stringify(result).includes('19 °C'))).toEqual([true, true, true]);
  });

  it('lists what models may call, and tells which servers did not answer', async () => {
    const { tools, unreachable } = await host.list(signal);
    expect(tools.map(({ server, name }) => `${server} ${name}`)).toEqual([
      ...['demo invoice', 'demo weather', 'views nested', 'views flat', 'views missing', 'views foreign', 'views both'],
    ]);
    expect(tools.find(({ name }) => name === 'both')).toEqual({
      server: 'views',
      name: 'both',
      description: 'Adds a tool.',
      parameters: expect.objectContaining({ type: 'object' }),
    });
    expect(unreachable).toEqual([{ server: 'broken', reason: 'its tools could not be listed (CONNECTION_CLOSED)' }]);
  });

  it('lists anew when a server says that its tools have changed', async () => {
    const names = async () => (await host.list(signal)).tools.map(({ name }) => name);
    expect(await names()).not.toContain('later');
    await host.call({ server: 'views', tool: 'both', args: {} }, signal);
    await expect.poll(names).toContain('later');
  });

  it('stops waiting for lists when the turn is given up', async () => {
    await expect(host.list(AbortSignal.abort())).rejects.toThrow();
  });

  it.each(['nested', 'flat'])('reads the view that a tool names and embeds it (%s key) [MUXI-21]', async (tool) => {
    const result = await host.call({ server: 'views', tool, args: {} }, signal);
    expect(result).toMatchObject({
      content: [
        { type: 'text', text: 'in words' },
        { type: 'resource', resource: { uri: 'ui://views/card', text: '<p>card</p>' } },
      ],
    });
  });

  it.each(['missing', 'foreign'])('a view that cannot be read costs no words (%s) [MUXI-21]', async (tool) => {
    const result = await host.call({ server: 'views', tool, args: {} }, signal);
    expect((result as { content: unknown[] }).content).toEqual([{ type: 'text', text: 'in words' }]);
  });

  it('what goes wrong in a server is told without its words', async () => {
    const told = await host.call({ server: 'views', tool: 'no-such-tool', args: { q: 'private' } }, signal).then(
      (result) => JSON.stringify(result),
      (error: Error) => error.message,
    );
    expect(told).not.toContain('private');
    await host.call({ server: 'broken', tool: 't', args: { q: 'private' } }, signal).catch((error: Error) => {
      expect(error.message).toBe("Tool 't' of MCP server 'broken' failed (CONNECTION_CLOSED).");
    });
  });
});
