import { z } from 'zod';

const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https URL, e.g. https://slack.com/api/' });
const userOrChannelId = z.string().regex(/^[A-Za-z0-9]{1,64}$/, 'must be a user or channel id, e.g. U0123ABCD');

/** `channels.slack` of a formation. Empty strings count as not set. */
export const slackSettings = z.strictObject({
  bot_token: z.string(),
  /** Proves that a request on the Events API routes is from Slack. */
  signing_secret: z.string().optional(),
  /** Socket Mode; then no route is needed. */
  app_token: z.string().optional(),
  api_url: httpUrl.or(z.literal('')).optional(),
  /** Only these users and channels are heard. Absent = everyone. */
  allow: z.array(userOrChannelId).min(1, 'must name somebody; leave it out to hear everyone').optional(),
});

export type SlackSettings = z.infer<typeof slackSettings>;
