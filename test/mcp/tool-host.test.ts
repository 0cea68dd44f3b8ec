import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { createToolHost } from '../../src/mcp/tool-host.ts';

const demo = fileURLToPath(new URL('../../formations/demo/', import.meta.url));
const host = createToolHost({
  servers: new Map([
    ['demo', { command: 'node', args: ['mcp/demo-server.mjs'] }],
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
      message: expect.stringContaining('known: demo, broken'),
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
});
