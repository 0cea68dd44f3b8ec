import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { events, openEndpoint, type Reply, stream } from '../../agents/endpoint.ts';
import { startChild } from '../child-service.ts';
import { chat, Reader, resume, turnIdIn } from './reading.ts';

const SOON = { timeout: 15_000, interval: 10 };

/** Says this and nothing more; the connection stays. */
const hanging =
  (...said: string[]): Reply =>
  (response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.write(events(...said.map((delta) => ({ type: 'text', delta }))));
  };

describe('kill -9 while a turn is streamed', () => {
  it('ends the stream; whoever comes back reads the next run from its beginning, told by a reset', async () => {
    const second = stream(
      events({ type: 'text', delta: 'Better: ' }, { type: 'text', delta: 'three, four.' }, { type: 'done' }),
    );
    const endpoint = await openEndpoint([hanging('One, ', 'two, '), second]);
    const folder = await mkdtemp(join(tmpdir(), 'footbridge-streams-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    await writeFile(
      join(folder, 'formation.afs'),
      `schema: "1.0.0"\nid: streams\nagent: { type: http, url: "${endpoint.url}", secret: "a secret of sixteen bytes" }\n`,
    );
    const env = { FOOTBRIDGE_FORMATION: folder, FOOTBRIDGE_DATA: join(folder, 'data'), LOG_LEVEL: 'error' };
    const killed = await startChild({ ...env, FOOTBRIDGE_EMULATORS: 'off' });
    onTestFinished(() => killed.kill('SIGKILL'));

    const before = new Reader();
    const isCut = expect(before.read(await chat(killed.url, { message: 'count' }))).rejects.toThrow();
    await expect.poll(() => before.shown.text, SOON).toBe('One, two, ');
    await killed.kill('SIGKILL');
    await isCut;

    const started = await startChild({ ...env, FOOTBRIDGE_EMULATORS: 'off' });
    onTestFinished(() => started.kill('SIGKILL'));
    const turnId = turnIdIn(before);
    const after = await new Reader(before.shown).read(await resume(started.url, turnId, before.shown));
    expect(after.shown).toEqual({
      text: 'Better: three, four.',
      ui: undefined,
      end: 'done',
      lastId: expect.stringMatching(/\.2\.\d+$/),
      resets: 1,
    });
    const fresh = await new Reader().read(await resume(started.url, turnId));
    expect(fresh.shown).toEqual({ ...after.shown, resets: 0 });
    expect(endpoint.got.map(({ body }) => JSON.parse(body).attempt)).toEqual([1, 2]);
  }, 60_000);
});
