import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { events, openEndpoint, type Reply, stream } from '../../agents/endpoint.ts';
import { startChild } from '../child-service.ts';
import { type Asking, ask, DialectReader, goOn, turnIn } from './dialect-reading.ts';
import { CARD, CARD_DATA, CHART } from './showing.ts';

const SOON = { timeout: 15_000, interval: 10 };
const card = {
  ...{ type: 'block', namespace: 'minara', block_type: 'feature_recommendation', version: '1.0.0' },
  data: CARD_DATA,
};
const chart = { type: 'tool_call', tool: 'show_chart', args: CHART };

/** Says this and nothing more; the connection stays. */
const hanging =
  (...said: object[]): Reply =>
  (response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.write(events(...said));
  };

const EACH: Asking[] = [{ dialect: 'muxi' }, { dialect: 'ubp', capabilities: CARD }, { dialect: 'agent-ui' }];

describe('kill -9 in the middle of a turn', () => {
  it.each(EACH.map((asking) => [asking.dialect, asking] as const))(
    'is a turn told anew in %s, with nothing of the run that died',
    async (_name, asking) => {
      const first = hanging({ type: 'text', delta: 'Lost. ' }, card, chart, { type: 'text', delta: 'Lost, too.' });
      const second = stream(
        events(
          ...[{ type: 'text', delta: 'Kept: ' }, card, chart, { type: 'text', delta: 'all of it.' }],
          ...[{ type: 'clarification', prompt: 'Go?', choices: [{ value: 'y' }] }, { type: 'done' }],
        ),
      );
      const endpoint = await openEndpoint([first, second]);
      const folder = await mkdtemp(join(tmpdir(), 'footbridge-streams-'));
      onTestFinished(() => rm(folder, { recursive: true, force: true }));
      await writeFile(
        join(folder, 'formation.afs'),
        `schema: "1.0.0"\nid: streams\nagent: { type: http, url: "${endpoint.url}", secret: "a secret of sixteen bytes" }\n`,
      );
      const env = {
        ...{ FOOTBRIDGE_FORMATION: folder, FOOTBRIDGE_DATA: join(folder, 'data') },
        ...{ LOG_LEVEL: 'error', FOOTBRIDGE_EMULATORS: 'off' },
      };
      const killed = await startChild(env);
      onTestFinished(() => killed.kill('SIGKILL'));
      const before = new DialectReader(asking.dialect);
      const isCut = expect(before.read(await ask(killed.url, asking, { message: 'go' }))).rejects.toThrow();
      await expect.poll(() => before.text, SOON).toBe('Lost. Lost, too.');
      await killed.kill('SIGKILL');
      await isCut;

      const started = await startChild(env);
      onTestFinished(() => started.kill('SIGKILL'));
      const turnId = turnIn(before);
      const back = await new DialectReader(asking.dialect, before.told).read(
        await goOn(started.url, turnId, asking, before.told),
      );
      const fresh = await new DialectReader(asking.dialect).read(await goOn(started.url, turnId, asking));
      expect(back.told.parts).toEqual(fresh.told.parts);
      expect(back.told.end).toBe('done');
      expect(back.told.lastId).toMatch(/\.2\.\d+$/);
      expect(back.events.filter(({ event }) => event === 'reset')).toHaveLength(1);
      expect(back.text.startsWith('Kept: all of it.')).toBe(true);
      expect(JSON.stringify(back.told.parts)).not.toContain('Lost');
    },
    60_000,
  );
});
