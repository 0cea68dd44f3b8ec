import { describe, expect, it } from 'vitest';
import type { TurnEvent } from '../../../src/protocol/turn-log.ts';
import type { UiEnvelope } from '../../../src/protocol/ui/ui-envelope.ts';
import { agentUiRoutes, START_MS } from './routes.ts';

const envelope: UiEnvelope = {
  schemaVersion: 'agent-ui@1',
  ...{ kind: 'map_action', surface: 'map_overlay', action: 'zoom_to_map' },
  ...{ params: { center: [13.4, 52.5], zoom: 9 }, fallbackText: 'Berlin' },
};
const asked = (message: string): TurnEvent => ({ type: 'asked', message, receivedAtMs: START_MS });
const text = (delta: string): TurnEvent => ({ type: 'text', delta });
const shown = (envelopeId: string): TurnEvent => ({
  ...{ type: 'envelope', envelopeId, createdAtMs: START_MS + 7, envelope },
});
const done: TurnEvent = { type: 'done' };

describe('the messages of a session', () => {
  it('are what was said in its turns, oldest first, with envelopes and how they were shown [AUI-21, AUI-22]', async () => {
    const { store, clock, call, turn } = await agentUiRoutes();
    await turn('t1', [asked('Where is Berlin?'), text('Here'), shown('t1.1.e1'), shown('t1.1.e2'), text('.'), done], {
      ends: 'done',
    });
    await store.renderStatus.keep({ turnId: 't1', envelopeId: 't1.1.e2', status: 'error', error: 'no map' });
    clock.nowMs += 1_000;
    await turn('t2', [asked('And Paris?'), text('Let me')]);

    const { status, body, headers } = await call('/sessions/s1/messages');

    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('private, no-store');
    const createdAt = START_MS + 7;
    expect(body).toEqual({
      messages: [
        { id: 't1.user', role: 'user', content: 'Where is Berlin?', created_at: START_MS },
        {
          ...{ id: 't1', role: 'assistant', content: 'Here.', created_at: START_MS },
          uiEnvelopes: [
            { envelopeId: 't1.1.e1', createdAt, envelope, renderStatus: 'pending' },
            { envelopeId: 't1.1.e2', createdAt, envelope, renderStatus: 'error', error: 'no map' },
          ],
        },
        { id: 't2.user', role: 'user', content: 'And Paris?', created_at: START_MS + 1_000 },
        { id: 't2', role: 'assistant', content: 'Let me', created_at: START_MS + 1_000, status: 'running' },
      ],
    });
  });

  it('tell of tool calls and what came of them, for clients that read nothing else [AUI-25]', async () => {
    const { call, turn } = await agentUiRoutes();
    await turn(
      't1',
      [
        asked('Draw it.'),
        { type: 'tool_call', callId: 'c1', tool: 'show_chart', args: { spec: {} } },
        { type: 'tool_result', callId: 'c1', tool: 'show_chart', isError: false, result: { shown: true } },
        { type: 'tool_call', callId: 'c2', tool: 'search', args: null },
        { type: 'tool_result', callId: 'c2', tool: 'search', isError: true, result: null },
        { type: 'tool_call', callId: 'c3', tool: 'search', args: {} },
        done,
      ],
      { ends: 'done' },
    );
    const { body } = await call('/sessions/s1/messages');
    expect(body.messages[1]).toEqual({
      ...{ id: 't1', role: 'assistant', content: '', created_at: START_MS },
      tool_call: [
        { id: 'c1', name: 'show_chart', args: { spec: {} } },
        { id: 'c2', name: 'search', args: null, is_error: true },
        { id: 'c3', name: 'search', args: {} },
      ],
      artifacts: [
        { id: 'c1', name: 'show_chart', result: { shown: true } },
        { id: 'c2', name: 'search', result: null },
      ],
    });
  });

  it('tell why a turn has no whole answer, and of what was pushed without a question', async () => {
    const { store, call, turn } = await agentUiRoutes();
    await turn('t1', [asked('Hello?'), text('I'), { type: 'error', code: 'agent_failed', message: 'It failed.' }], {
      ends: 'done',
    });
    await store.push({
      ...{ turnId: 't2', channel: 'web', conversation: 'web:ann:s1', fingerprint: 'f', response: '{}' },
      ...{ deliveries: [], questions: [], receivedAtMs: START_MS },
      log: { run: 1, events: [{ type: 'text', delta: 'The build is green.', seq: 1 }], replaces: true },
    });
    const { body } = await call('/sessions/s1/messages');
    expect(body.messages.slice(1)).toEqual([
      {
        ...{ id: 't1', role: 'assistant', content: 'I', created_at: START_MS },
        error: { code: 'agent_failed', message: 'It failed.' },
      },
      { id: 't2', role: 'assistant', content: 'The build is green.', created_at: START_MS },
    ]);
  });

  it('come in pages towards the past, and every one once', async () => {
    const { call, turn } = await agentUiRoutes();
    for (let n = 1; n <= 12; n++) await turn(`t${n}`, [asked(`${n}`), text(`re ${n}`), done], { ends: 'done' });
    const pages: string[][] = [];
    for (let next = ''; ; ) {
      const { body } = await call(`/sessions/s1/messages?limit=15${next}`);
      pages.push(body.messages.map(({ id }: { id: string }) => id));
      if (body.next === undefined) break;
      next = `&before=${encodeURIComponent(body.next)}`;
    }
    // A turn is never torn apart, so of fifteen messages a page has fourteen.
    expect(pages.map((page) => page.length)).toEqual([14, 10]);
    const expected = Array.from({ length: 12 }, (_, index) => [`t${index + 1}.user`, `t${index + 1}`]).flat();
    expect(pages.reverse().flat()).toEqual(expected);
  });

  it('stop where a page has become large: the rest is on the next ones', async () => {
    const { call, turn } = await agentUiRoutes();
    for (let n = 1; n <= 15; n++) {
      await turn(`t${n}`, [asked('much'), text('x'.repeat(300_000)), done], { ends: 'done' });
    }
    const first = await call('/sessions/s1/messages?limit=200');
    expect(first.body.messages).toHaveLength(20);
    const second = await call(`/sessions/s1/messages?limit=200&before=${first.body.next}`);
    expect(second.body.messages).toHaveLength(10);
    expect(second.body.next).toBeUndefined();
  });

  it('are the caller’s own: of another user, session or channel nothing is told [HI-86]', async () => {
    const { store, call, turn, userToken } = await agentUiRoutes();
    await turn('t1', [asked('mine'), done], { ends: 'done' });
    const empty = { messages: [] };
    for (const path of ['/sessions/s2/messages', '/sessions/S1/messages', '/sessions/s1%00/messages']) {
      expect((await call(path)).body, path).toEqual(empty);
    }
    for (const sql of ["s1' or '1'='1", '%', '*', 'web:ann:s1', '../s1', `s1${' '.repeat(3)}`, 'x'.repeat(5_000)]) {
      expect((await call(`/sessions/${encodeURIComponent(sql)}/messages`)).body, sql.slice(0, 20)).toEqual(empty);
    }
    expect((await call('/sessions/s1/messages', { user: 'eve' })).body).toEqual(empty);
    expect((await call('/sessions/s1/messages', { user: 'ann:s1' })).body).toEqual(empty);
    expect((await call('/sessions/ann%3As1/messages', { user: 'web' })).body).toEqual(empty);
    await store.accept({
      ...{ turnId: 'x', channel: 'telegram', dedupeKey: 'x', conversation: 'telegram:42', raw: '', receivedAtMs: 0 },
    });
    expect((await call('/sessions/42/messages', { user: 'telegram' })).body).toEqual(empty);

    const key = userToken('ann');
    expect((await call('/sessions/s1/messages', { key })).body.messages).toHaveLength(2);
    expect((await call('/sessions/s1/messages', { key, user: 'eve' })).status).toBe(401);
    for (const none of [null, 'wrong', '']) {
      expect((await call('/sessions/s1/messages', { key: none })).status).toBe(401);
    }
  });

  it('refuse a page that cannot be, and any other method', async () => {
    const { call, turn } = await agentUiRoutes();
    await turn('t1', [asked('mine'), done], { ends: 'done' });
    for (const query of [
      ...['limit=0', 'limit=1', 'limit=201', 'limit=-5', 'limit=1.5', 'limit=x', 'limit=1e9', 'limit=2&limit=3'],
      ...[
        'before=',
        'before=x',
        'before=-1',
        `before=${'9'.repeat(101)}`,
        'before=1%27%20or%201=1',
        'before=1&before=2',
      ],
    ]) {
      const { status, body } = await call(`/sessions/s1/messages?${query}`);
      expect([status, body.code], query).toEqual([400, 'body_invalid']);
    }
    expect((await call('/sessions/s1/messages', { method: 'DELETE' })).body.code).toBe('method_not_allowed');
  });
});
