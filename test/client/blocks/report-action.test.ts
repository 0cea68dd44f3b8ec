import { describe, expect, it } from 'vitest';
import { reportBlockAction } from '../../../src/client/blocks/report-action.ts';

const ACTION = { blockId: 'b1', itemId: 'swap', action: 'route' };
const BODY = '{"blockId":"b1","itemId":"swap","action":"route"}';

describe('telling the service of an action [UBP-49]', () => {
  it('goes as a beacon', () => {
    const sent: unknown[] = [];
    const sendBeacon = (...args: unknown[]) => sent.push(args) > 0;
    reportBlockAction(ACTION, { sendBeacon });
    expect(sent).toEqual([['/v1/telemetry/block-action', BODY]]);
  });

  it('goes as a request that outlives the page where it has headers, or no beacon went', () => {
    const sent: unknown[] = [];
    const fetch = async (url: string, { body, keepalive, headers }: RequestInit) =>
      sent.push({ url, body, keepalive, headers });
    reportBlockAction(ACTION, { url: '/t', headers: { Authorization: 'Bearer x' }, sendBeacon: () => true, fetch });
    reportBlockAction(ACTION, { url: '/t', sendBeacon: () => false, fetch });
    const json = { 'Content-Type': 'application/json' };
    expect(sent).toEqual([
      { url: '/t', body: BODY, keepalive: true, headers: { ...json, Authorization: 'Bearer x' } },
      { url: '/t', body: BODY, keepalive: true, headers: json },
    ]);
  });

  it('is silent whatever becomes of it', async () => {
    reportBlockAction(ACTION, { sendBeacon: () => false, fetch: () => Promise.reject(new Error('blocked')) });
    reportBlockAction(ACTION, {
      sendBeacon: () => {
        throw new Error('blocked');
      },
    });
    reportBlockAction(ACTION, {
      headers: {},
      fetch: () => {
        throw new Error('blocked');
      },
    });
    // A rejection that nobody takes would fail this run.
    await new Promise((resolve) => setImmediate(resolve));
  });
});
