import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../../src/webhooks/outcome.ts';

const NOW_MS = Date.parse('2026-11-30T12:00:00Z');

function ofAnswer(status: number, retryAfter?: string) {
  return outcomeOf({ type: 'answered', status, ...(retryAfter !== undefined && { retryAfter }) }, NOW_MS);
}

describe('the outcome of a post', () => {
  it('is delivered with any 2xx', () => {
    for (const status of [200, 201, 202, 204]) expect(ofAnswer(status)).toEqual({ status: 'delivered' });
  });

  it('is refused for good by redirects and client errors', () => {
    for (const status of [301, 302, 400, 401, 403, 404, 410, 413, 422]) {
      expect(ofAnswer(status)).toEqual({ status: 'refused', reason: `the server answered ${status}` });
    }
  });

  it('is a wait where the server says for how long, at most an hour', () => {
    expect(ofAnswer(429, '7')).toEqual({ status: 'throttled', retryAfterMs: 7_000 });
    expect(ofAnswer(503, 'Mon, 30 Nov 2026 12:00:05 GMT')).toEqual({ status: 'throttled', retryAfterMs: 5_000 });
    expect(ofAnswer(503, 'Mon, 30 Nov 2026 11:00:00 GMT')).toEqual({ status: 'throttled', retryAfterMs: 0 });
    expect(ofAnswer(429, '999999999')).toEqual({ status: 'throttled', retryAfterMs: 3_600_000 });
    expect(ofAnswer(429, 'soon')).toEqual({ status: 'unreached', reason: 'the server answered 429' });
    expect(ofAnswer(503)).toEqual({ status: 'unreached', reason: 'the server answered 503' });
  });

  it('is unknown where the server failed over it', () => {
    for (const status of [500, 502, 504]) {
      expect(ofAnswer(status)).toEqual({ status: 'unknown', reason: `the server answered ${status}` });
    }
    expect(outcomeOf({ type: 'unanswered', reason: 'it took too long' }, NOW_MS)).toMatchObject({ status: 'unknown' });
    expect(outcomeOf({ type: 'unreached', reason: 'x' }, NOW_MS)).toMatchObject({ status: 'unreached' });
  });
});
