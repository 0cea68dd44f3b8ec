import { describe, expect, it } from 'vitest';
import { linesOf, loaded } from './workshop.ts';

const MINIMAL = 'id: acme\nagent: { type: script, replies: [] }\n';

describe('what a formation says about sending', () => {
  it('is nothing by default: a day of patience, sent again when in doubt, the channels at their own pace', async () => {
    const { outbox } = await loaded({ 'formation.afs': MINIMAL });
    expect(outbox).toEqual({ expiresAfterMs: 86_400_000, whenUnknown: 'resend', rates: new Map() });
  });

  it('is read with everything that it says', async () => {
    const { outbox } = await loaded({
      'formation.afs': `${MINIMAL}
outbox:
  expires_after_s: 600
  on_unknown: park
  total_rate: { per_second: 100, burst: 20 }
  rates:
    telegram: { per_chat: { per_second: 0.5 }, per_group: off, per_app: { per_second: 25, burst: 5 } }
    web: off
`,
    });
    expect(outbox).toEqual({
      expiresAfterMs: 600_000,
      whenUnknown: 'park',
      totalRate: { perSecond: 100, burst: 20 },
      rates: new Map<string, unknown>([
        ['telegram', { perChat: { perSecond: 0.5, burst: 1 }, perGroup: 'off', perApp: { perSecond: 25, burst: 5 } }],
        ['web', 'off'],
      ]),
    });
  });

  it.each([
    ['outbox: { expires_after_s: 0 }', '3:28: error: outbox.expires_after_s: found 0, expected at least 1.'],
    [
      'outbox: { expires_after_s: 2592001 }',
      '3:28: error: outbox.expires_after_s: found 2592001, expected at most 2592000.',
    ],
    [
      'outbox: { on_unknown: parc }',
      '3:23: error: outbox.on_unknown: found "parc". Did you mean "park"? Allowed: resend, park.',
    ],
    [
      'outbox: { rate: {} }',
      '3:11: error: outbox: "rate" is not known here. Did you mean "rates"? Allowed: expires_after_s, on_unknown, total_rate, rates.',
    ],
    [
      'outbox: { total_rate: { per_second: 0 } }',
      '3:37: error: outbox.total_rate.per_second: found 0, expected at least 0.001.',
    ],
    ['outbox: { rates: { telegram: fast } }', '3:30: error: outbox.rates.telegram: expected a map or off, found text.'],
    [
      'outbox: { rates: { telegram: { per_chat: 1 } } }',
      '3:42: error: outbox.rates.telegram.per_chat: expected a map or off, found the number 1.',
    ],
    [
      'outbox: { rates: { telegram: { per_chat: { per_second: 1, burst: 0.5 } } } }',
      '3:66: error: outbox.rates.telegram.per_chat.burst: expected a whole number, found the number 0.5.',
    ],
    [
      'outbox: { rates: { telegram: { per_chat: { per_second: 0, burst: 0 } } } }',
      '3:56: error: outbox.rates.telegram.per_chat.per_second: found 0, expected at least 0.001.',
      '3:66: error: outbox.rates.telegram.per_chat.burst: found 0, expected at least 1.',
    ],
    [
      'outbox: { rates: { telegram: { per_char: off } } }',
      '3:32: error: outbox.rates.telegram: "per_char" is not known here. Did you mean "per_chat"? Allowed: per_chat, per_group, per_app.',
    ],
    [
      'outbox: { rates: { telegrm: off } }',
      '3:20: error: outbox.rates: "telegrm" is no channel. Did you mean "telegram"? Allowed: telegram, web, toy.',
    ],
    [
      'outbox: { rates: { toy: { per_group: off } } }',
      '3:38: error: outbox.rates.toy.per_group: "toy" has no limit of its own for groups. Use per_chat.',
    ],
  ])('%j is told by its key', async (rest, ...lines) => {
    expect(await linesOf(`${MINIMAL}${rest}\n`)).toEqual(lines.map((line) => `formation.afs:${line}`));
  });
});
