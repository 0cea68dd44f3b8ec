import { describe, expect, it } from 'vitest';
import { createForward } from '../../../src/agents/http/forward.ts';
import { endpointSchema } from '../../../src/protocol/endpoint.ts';
import { events, type Got, json, openEndpoint, type Reply, stream } from '../endpoint.ts';
import { said, TURN } from '../turns.ts';

const forwardTo = (url: string, more: object = {}) => createForward(endpointSchema.parse({ url, ...more }));

async function forwarded(...replies: Reply[]) {
  const endpoint = await openEndpoint(replies);
  return { events: await said(forwardTo(endpoint.url)), got: endpoint.got };
}

const UPDATE = '{"update_id":1,  "callback_query":{"data":"ui_x#1"}}';

describe('a forwarded update', () => {
  it('goes on byte by byte, signed, with what it was resolved to beside it', async () => {
    const endpoint = await openEndpoint([json('', 204)]);
    await said(forwardTo(endpoint.url, { secret: 'a secret of sixteen bytes' }), { update: UPDATE });
    const [{ headers, body }] = endpoint.got as [Got];
    expect(body).toBe(UPDATE);
    expect(headers).toMatchObject({
      'idempotency-key': 'turn_1',
      'webhook-id': 'turn_1',
      'footbridge-channel': 'toy',
      'footbridge-attempt': '2',
    });
    expect(JSON.parse(decodeURIComponent(String(headers['footbridge-ui-response'])))).toEqual({
      id: 'ui_x',
      value: 'eu',
      label: 'Europe',
    });
  });

  it('carries no more of an answer than a header holds', async () => {
    const endpoint = await openEndpoint([json('', 204)]);
    const uiResponse = { id: 'ui_x', value: 'v', label: '三'.repeat(2_000), prompt: 'p' };
    await said(forwardTo(endpoint.url), {}, { ...TURN, uiResponse });
    await said(forwardTo(endpoint.url), {}, { ...TURN, uiResponse: { ...uiResponse, value: 'v'.repeat(5_000) } });
    expect(endpoint.got.map(({ headers }) => headers['footbridge-ui-response'])).toEqual([
      encodeURIComponent('{"id":"ui_x","value":"v"}'),
      undefined,
    ]);
  });

  it.each<[string, Reply]>([
    ['204', json('', 204)],
    ['an empty 200', json('')],
    ['202 with a job', json({ request_id: 'r1', status: 'accepted' }, 202)],
    ['{"ok":true}', json({ ok: true })],
    ['words', json('fine, thanks')],
    ['a list', json([1])],
  ])('needs no reply in the answer: %s', async (_what, reply) => {
    expect((await forwarded(reply)).events).toEqual([]);
  });

  it.each<[string, Reply]>([
    ['as JSON', json({ text: 'Hi' })],
    ['as JSON with a 201', json({ text: 'Hi' }, 201)],
    ['as a stream', stream(events({ type: 'text', delta: 'Hi' }, { type: 'done' }))],
  ])('may be replied to in the answer, %s', async (_what, reply) => {
    expect((await forwarded(reply)).events).toEqual([{ type: 'text', delta: 'Hi' }]);
  });

  it.each([408, 425, 429, 500, 503, 599])('is sent again after a %d', async (status) => {
    const { got } = await forwarded(json('', status, { 'Retry-After': '0' }), json('', 204));
    expect(got.map(({ headers }) => headers['idempotency-key'])).toEqual(['turn_1', 'turn_1']);
  });

  it('is sent again when nothing comes', async () => {
    const endpoint = await openEndpoint([() => {}, json('', 204)]);
    await said(forwardTo(endpoint.url, { timeout_ms: 1_000 }));
    expect(endpoint.got.length).toBe(2);
  });

  it.each([301, 400, 401, 404, 410])('is not taken with a %d, and that is said', async (status) => {
    await expect(forwarded(json('', status))).rejects.toMatchObject({
      code: 'forward_failed',
      message: `An update could not be forwarded: it answered ${status}. Check forward.url and its headers. Retry it from the dead letters.`,
    });
  });

  it.each<[string, Reply, RegExp]>([
    ['a wrong turn', json({ text: 1 }), /text: .*string/],
    ['a reply that is cut', stream(events({ type: 'text', delta: 'Hi' }), { cut: true }), /ECONNRESET/],
    ['a reply that is too large', json({ text: 'x'.repeat(9_000_000) }), /larger than 8388608 bytes/],
  ])('is not sent again for %s', async (_what, reply, sentence) => {
    await expect(forwarded(reply)).rejects.toMatchObject({
      code: 'agent_failed',
      message: expect.stringMatching(sentence),
    });
  });
});
