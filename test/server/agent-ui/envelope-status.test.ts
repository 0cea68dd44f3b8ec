import { describe, expect, it } from 'vitest';
import type { TurnEvent } from '../../../src/protocol/turn-log.ts';
import { agentUiRoutes, START_MS } from './routes.ts';

const shown = (envelopeId: string): TurnEvent => ({
  ...{ type: 'envelope', envelopeId, createdAtMs: START_MS },
  envelope: {
    ...{ schemaVersion: 'agent-ui@1', kind: 'chart', surface: 'canvas', grammar: 'echarts-safe-subset' },
    ...{ spec: {}, data: null },
  },
});
const session_id = 's1';

describe('the status of an envelope', () => {
  it('is taken while its turn still runs, and told in the history [AUI-22, AUI-23]', async () => {
    const { store, call, turn } = await agentUiRoutes();
    await turn('turn_1', [shown('turn_1.1.e1'), shown('turn_1.1.e2')]);

    const first = await call('/envelopes/turn_1.1.e1/status', { body: { session_id, renderStatus: 'rendered' } });
    const failed = { session_id, renderStatus: 'error', error: 'no WebGL' };
    const second = await call('/envelopes/turn_1.1.e2/status', { body: failed });

    expect([first.status, first.text, second.status]).toEqual([204, '', 204]);
    expect((await store.renderStatus.of(['turn_1'])).sort((a, b) => (a.envelopeId < b.envelopeId ? -1 : 1))).toEqual([
      { turnId: 'turn_1', envelopeId: 'turn_1.1.e1', status: 'rendered' },
      { turnId: 'turn_1', envelopeId: 'turn_1.1.e2', status: 'error', error: 'no WebGL' },
    ]);
  });

  it('is taken from a client that is quicker than the log', async () => {
    const { store, call, turn } = await agentUiRoutes();
    await turn('t1', [{ type: 'text', delta: 'Look:' }]);
    const reporting = call('/envelopes/t1.1.e1/status', { body: { session_id, renderStatus: 'rendered' } });
    const log = { run: 1, events: [{ ...shown('t1.1.e1'), seq: 2 }], replaces: false };
    await store.turnLog.append({ turnId: 't1', epoch: 1, ...log });
    expect((await reporting).status).toBe(204);
    expect(await store.renderStatus.of(['t1'])).toHaveLength(1);
  });

  it('is looked for in what was said since the last look, not in all of it again', async () => {
    const { store, call, turn } = await agentUiRoutes();
    await turn('t1', [{ type: 'text', delta: 'Look:' }, shown('t1.1.e1')]);
    const { read } = store.turnLog;
    const given: number[] = [];
    store.turnLog.read = async (...about) => {
      const page = await read(...about);
      given.push(...(page?.events ?? []).map(({ seq }) => seq));
      return page;
    };
    const { status } = await call('/envelopes/t1.1.e2/status', { body: { session_id, renderStatus: 'rendered' } });
    expect([status, given]).toEqual([404, [1, 2]]);
  });

  it('changes only as it may; a report that says nothing new is taken all the same', async () => {
    const { store, call, turn } = await agentUiRoutes();
    await turn('t1', [shown('t1.1.e1')], { ends: 'done' });
    const statusAfter = async (renderStatus: string) => {
      const { status } = await call('/envelopes/t1.1.e1/status', { body: { session_id, renderStatus, error: null } });
      expect(status).toBe(204);
      return (await store.renderStatus.of(['t1']))[0]?.status;
    };
    expect(await statusAfter('pending')).toBeUndefined();
    expect(await statusAfter('error')).toBe('error');
    expect(await statusAfter('fallback')).toBe('error');
    expect(await statusAfter('rendered')).toBe('rendered');
    expect(await statusAfter('error')).toBe('rendered');
  });

  it('of another user, session, run, channel or of nothing is not there, all with the same answer', async () => {
    const { store, call, turn } = await agentUiRoutes();
    await turn('t1', [shown('t1.1.e1')], { ends: 'done' });
    await store.accept({
      ...{ turnId: 'x', channel: 'telegram', dedupeKey: 'x', conversation: 'web:ann:s1', raw: '', receivedAtMs: 0 },
    });
    const body = { session_id, renderStatus: 'rendered' };
    const unknown = await call('/envelopes/t9.1.e1/status', { body });
    expect([unknown.status, unknown.body.code]).toEqual([404, 'not_found']);
    for (const [path, init] of [
      ['t1.1.e1', { body: { ...body, session_id: 's2' } }],
      ['t1.1.e1', { body, user: 'eve' }],
      ['t1.2.e1', { body }],
      ['t1.1.e2', { body }],
      ['x.1.e1', { body }],
      ['t1', { body }],
      ['t1.1.e1.', { body }],
      ['t1.1.e1%20', { body }],
      ['t1.1.e1%0A', { body }],
      ['__proto__', { body }],
      [encodeURIComponent("t1.1.e1' or '1'='1"), { body }],
      ['a.'.repeat(4_000), { body }],
    ] as const) {
      const answer = await call(`/envelopes/${path}/status`, init);
      expect([answer.status, answer.text], path.slice(0, 40)).toEqual([404, unknown.text]);
    }
    expect(await store.renderStatus.of(['t1', 'x'])).toEqual([]);
  });

  it('is refused when it is malformed, and without a key', async () => {
    const { store, call, turn } = await agentUiRoutes();
    await turn('t1', [shown('t1.1.e1')], { ends: 'done' });
    for (const body of [
      ...['[]', '"rendered"', 'null', '1', '{'],
      { renderStatus: 'rendered' },
      { session_id },
      { session_id, renderStatus: 'Rendered' },
      { session_id, renderStatus: ['rendered'] },
      { session_id: ['s1'], renderStatus: 'rendered' },
      { session_id: '', renderStatus: 'rendered' },
      { session_id: '\ud800', renderStatus: 'rendered' },
      { session_id, renderStatus: 'error', error: 'x'.repeat(501) },
      { session_id, renderStatus: 'error', error: { message: 'x' } },
      { session_id, renderStatus: 'rendered', error: 'but' },
      '{"session_id":"s1","renderStatus":"rendered","__proto__":{}}',
    ]) {
      const { status } = await call('/envelopes/t1.1.e1/status', { body });
      expect(status, JSON.stringify(body).slice(0, 60)).toBe(400);
    }
    expect(await store.renderStatus.of(['t1'])).toEqual([]);
    const body = { session_id, renderStatus: 'rendered' };
    expect((await call('/envelopes/t1.1.e1/status', { body, key: null })).status).toBe(401);
    expect((await call('/envelopes/t1.1.e1/status')).body.code).toBe('method_not_allowed');
    const longest = { session_id, renderStatus: 'error', error: 'x'.repeat(500) };
    expect((await call('/envelopes/t1.1.e1/status', { body: longest })).status).toBe(204);
  });
});
