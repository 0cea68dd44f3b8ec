import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createToolHost } from '../../src/mcp/tool-host.ts';
import { type SessionServer, startSessionServer } from './http-server.ts';

const MAX_BYTES = 16 * 1024 * 1024;
/** What stands around the text in the largest message. */
const ROOM = 1024;
const talk = fileURLToPath(new URL('talk-server.mjs', import.meta.url));

describe('a message of an MCP server', () => {
  const servers: SessionServer[] = [];
  let host: ReturnType<typeof createToolHost>;
  const { signal } = new AbortController();
  const say = (server: string, args: Record<string, number>) => host.call({ server, tool: 'say', args }, signal);
  beforeAll(async () => {
    const json = await startSessionServer({ enableJsonResponse: true });
    const stream = await startSessionServer();
    servers.push(json, stream);
    const program = { command: process.execPath, args: [talk] };
    host = createToolHost({
      servers: new Map<string, { url: string } | typeof program>([
        ['json', { url: json.url }],
        ['stream', { url: stream.url }],
        ['program', program],
      ]),
      cwd: '.',
    });
  });
  afterAll(async () => {
    await host.close();
    for (const server of servers) await server.close();
  });

  describe.each(['json', 'stream', 'program'])('(%s)', (server) => {
    it('may have 16 megabytes', async () => {
      const result = (await say(server, { bytes: MAX_BYTES - ROOM })) as { content: { text: string }[] };
      expect(result.content[0]?.text).toHaveLength(MAX_BYTES - ROOM);
    });

    it('that has more is a tool that failed at once, and the next call is heard', async () => {
      const startedMs = performance.now();
      const failed = await say(server, { bytes: MAX_BYTES + 1 }).then(
        () => 'it was heard',
        (error: unknown) => error,
      );
      expect(failed).toMatchObject({ code: 'tool_failed' });
      expect(performance.now() - startedMs).toBeLessThan(10_000);
      expect(await say(server, { bytes: 1 })).toMatchObject({ content: [{ text: 't' }] });
    });
  });

  it('is no larger for what a long stream said before it', async () => {
    const bytes = MAX_BYTES / 8;
    const result = (await say('stream', { bytes, steps: 12 })) as { content: { text: string }[] };
    expect(result.content[0]?.text).toHaveLength(bytes);
  });
});
