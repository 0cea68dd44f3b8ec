import { z } from 'zod';
import { snowflake } from './address.ts';

const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https URL, e.g. https://discord.com/api' });

/** `channels.discord` of a formation. Empty strings count as not set. */
export const discordSettings = z.strictObject({
  token: z.string(),
  application_id: snowflake.or(z.literal('')).optional(),
  /** Proves that a request on the interactions route is from Discord. */
  public_key: z
    .string()
    .regex(/^(?:[0-9a-fA-F]{64})?$/, 'must be the 64 hex digits that the developer portal shows')
    .optional(),
  api_root: httpUrl.or(z.literal('')).optional(),
  /** Only these users and channels are heard. Absent = everyone. */
  allow: z.array(snowflake).min(1, 'must name somebody; leave it out to hear everyone').optional(),
});

export type DiscordSettings = z.infer<typeof discordSettings>;
