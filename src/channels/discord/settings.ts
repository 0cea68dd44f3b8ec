import { z } from 'zod';
import { snowflake } from './address.ts';

const PUBLIC_API_ROOT = 'https://discord.com/api';

const apiRoot = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL, e.g. https://discord.com/api' })
  .refine((url) => !/[?#]/.test(url), 'must not have a query or a fragment')
  .refine((url) => !/\/v\d+\/*$/.test(url), 'must not end in a version: that is added')
  .transform((url) => url.replace(/\/+$/, ''));

/** `channels.discord` of a formation. Empty strings count as not set. */
export const discordSettings = z
  .strictObject({
    /** Goes into a header. */
    token: z.string().regex(/^[\w.-]*$/, 'must be the token as the developer portal shows it, without "Bot" before it'),
    /** Only wanted to register commands; an interaction names its application itself. */
    application_id: snowflake.or(z.literal('')).optional(),
    /** Proves that a request on the interactions route is from Discord. */
    public_key: z
      .string()
      .regex(/^(?:[0-9a-fA-F]{64})?$/, 'must be the 64 hex digits that the developer portal shows')
      .optional(),
    api_root: z
      .literal('')
      .transform(() => PUBLIC_API_ROOT)
      .or(apiRoot)
      .default(PUBLIC_API_ROOT),
    /**
     * How presses and commands come: with the messages over the gateway, or by HTTP once the developer portal has our
     * address. Messages come over the gateway in any case.
     */
    interactions: z.enum(['gateway', 'http']).default('gateway'),
    /** What is heard in servers: what names the bot, replies to it or is written in its threads, or everything. */
    groups: z.enum(['mention', 'all']).default('mention'),
    /** Only these users, channels, threads and servers are heard. Absent = everyone. */
    allow: z.array(snowflake).min(1, 'must name somebody; leave it out to hear everyone').optional(),
    /** Bots and webhooks that are heard, by id; answering one that answers goes on for ever. Absent = none. */
    bots: z.array(snowflake).min(1, 'must name a bot; leave it out to hear none').optional(),
  })
  .refine(({ token, interactions, public_key }) => token === '' || interactions !== 'http' || Boolean(public_key), {
    path: ['public_key'],
    error: 'must be set for interactions: http. The developer portal shows it under General Information',
  });

export type DiscordSettings = z.infer<typeof discordSettings>;
