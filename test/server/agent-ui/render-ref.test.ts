import { describe, expect, it } from 'vitest';
import { agentUiRoutes, START_MS } from './routes.ts';

const REF = 'AbCdEfGhIjKlMnOpQrStUvWxYz012-_9';
const JSON_TEXT = '{"type":"FeatureCollection","features":[],"name":"Grüße <script>"}';

async function withPayload() {
  const routes = await agentUiRoutes();
  const payload = {
    ref: REF,
    owner: { channel: 'web', conversation: 'web:ann:s1', personId: 'ann' },
    mime: 'application/json',
    bytes: new TextEncoder().encode(JSON_TEXT),
    expiresAtMs: START_MS + 24 * 3_600_000,
  };
  await routes.store.blobs.put(payload);
  const get = (query = '?session_id=s1', ref = REF, init: object = {}) =>
    routes.call(`/render-ref/${ref}${query}`, init);
  return { ...routes, payload, get };
}

describe('what is behind a render_ref', () => {
  it('is given as it was kept, to the user whose session it is of, and to no cache [AUI-18, AUI-19]', async () => {
    const { get, userToken } = await withPayload();
    const answer = await get();
    expect([answer.status, answer.text]).toEqual([200, JSON_TEXT]);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect((await get('?session_id=s1', REF, { key: userToken('ann') })).status).toBe(200);
    expect((await get('?session_id=s1', REF, { method: 'HEAD' })).status).toBe(200);
  });

  it('is not there for anybody else, with the answer that an unknown one gets [AUI-19]', async () => {
    const { store, get, payload } = await withPayload();
    const owners = { t: { channel: 'telegram' }, u: { personId: 'eve' }, v: { conversation: 'web:ann:s2' } };
    for (const [letter, more] of Object.entries(owners)) {
      await store.blobs.put({ ...payload, ref: letter.repeat(32), owner: { ...payload.owner, ...more } });
    }
    await store.blobs.put({ ...payload, ref: 'h'.repeat(32), mime: 'text/html' });
    await store.blobs.put({ ...payload, ref: 'l'.repeat(32), bytes: new Uint8Array(5 * 1024 * 1024 + 1) });

    const unknown = await get('?session_id=s1', 'z'.repeat(32));
    expect([unknown.status, unknown.body.code]).toEqual([404, 'not_found']);
    expect(unknown.headers.get('cache-control')).toBe('private, no-store');
    const same = [404, unknown.text];
    for (const query of [
      ...['', '?session_id=', '?session_id=s2', '?session_id=s1%20', '?session_id=S1', '?session_id=web:ann:s1'],
      ...['?session_id=s1&session_id=s1', '?session_id[]=s1', '?session_id=%00', `?session_id=${'s'.repeat(6_000)}`],
    ]) {
      const { status, text } = await get(query);
      expect([status, text], query.slice(0, 40)).toEqual(same);
    }
    for (const letter of ['t', 'u', 'v', 'h', 'l']) {
      const { status, text } = await get('?session_id=s1', letter.repeat(32));
      expect([status, text], letter).toEqual(same);
    }
    const eve = await get('?session_id=s1', REF, { user: 'eve' });
    expect([eve.status, eve.text]).toEqual(same);
  });

  it('is told to have expired, to its user alone', async () => {
    const { store, clock, get } = await withPayload();
    clock.nowMs += 24 * 3_600_000;
    for (const swept of [false, true]) {
      if (swept) await store.sweep(clock.nowMs);
      const { status, body, headers } = await get();
      expect([status, body.code]).toEqual([410, 'render_ref_expired']);
      expect(headers.get('cache-control')).toBe('private, no-store');
      expect((await get('?session_id=s2')).status).toBe(404);
      expect((await get('?session_id=s1', REF, { user: 'eve' })).status).toBe(404);
    }
  });

  it('is refused when it is none, when nobody says who they are, and by any other method', async () => {
    const { get } = await withPayload();
    for (const ref of [
      ...['a'.repeat(21), 'a'.repeat(65), `${REF}!`, `${REF}%0A`, '..%2F..%2Fetc%2Fpasswd', '%00'.repeat(22)],
      ...[encodeURIComponent("' or 1=1 --'''''''''''''"), '%F0%9F%99%82'.repeat(12), `${REF}.json`],
    ]) {
      const { status, body } = await get('?session_id=s1', ref);
      expect([status, body.code], ref.slice(0, 40)).toEqual([400, 'body_invalid']);
    }
    expect((await get('?session_id=s1', '%FF%FE'.repeat(12))).status).toBe(400);
    expect((await get('?session_id=s1', REF, { key: null })).status).toBe(401);
    expect((await get('?session_id=s1', REF, { key: 'wrong' })).status).toBe(401);
    expect((await get('?session_id=s1', REF, { method: 'POST', body: {} })).body.code).toBe('method_not_allowed');
  });
});
