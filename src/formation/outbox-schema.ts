import { z } from 'zod';
import type { OutboxSettings, PaceWish, Rate } from '../protocol/pace.ts';

const OFF = 'off';

/** One in a thousand seconds to ten thousand in one: beyond that "off" says it better. */
const rate = z
  .strictObject({ per_second: z.number().min(0.001).max(10_000), burst: z.int().min(1).max(10_000).default(1) })
  .transform(({ per_second, burst }): Rate => ({ perSecond: per_second, burst }));

const rateOrOff = rate.or(z.literal(OFF));

const wish = z
  .strictObject({
    per_chat: rateOrOff.exactOptional(),
    per_group: rateOrOff.exactOptional(),
    per_app: rateOrOff.exactOptional(),
  })
  .transform(({ per_chat, per_group, per_app }): PaceWish => {
    return {
      ...(per_chat !== undefined && { perChat: per_chat }),
      ...(per_group !== undefined && { perGroup: per_group }),
      ...(per_app !== undefined && { perApp: per_app }),
    };
  });

const DAY_S = 24 * 60 * 60;
/** What is finished is kept for 30 days; what waits, not longer. */
const MAX_EXPIRY_S = 30 * DAY_S;

/** `outbox` of a formation. Names of channels are checked elsewhere. */
export const outboxSchema = z
  .strictObject({
    expires_after_s: z.int().min(1).max(MAX_EXPIRY_S).default(DAY_S),
    on_unknown: z.enum(['resend', 'park']).default('resend'),
    total_rate: rate.exactOptional(),
    rates: z.record(z.string(), wish.or(z.literal(OFF))).default({}),
  })
  .transform(
    ({ expires_after_s, on_unknown, total_rate, rates }): OutboxSettings => ({
      expiresAfterMs: expires_after_s * 1000,
      whenUnknown: on_unknown,
      ...(total_rate && { totalRate: total_rate }),
      rates: new Map(Object.entries(rates)),
    }),
  )
  // A parsed empty map: the defaults of every key.
  .prefault({});
