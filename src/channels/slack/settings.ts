import { z } from 'zod';

const PUBLIC_API_URL = 'https://slack.com/api/';

const apiUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL, e.g. https://slack.com/api/' })
  .refine((url) => !/[?#]/.test(url), 'must not have a query or a fragment')
  .transform((url) => url.replace(/\/*$/, '/'));

const id = z.string().regex(/^[A-Za-z0-9]{1,64}$/, 'must be an id as Slack gives it, e.g. U0123ABCD');
const teamId = z.string().regex(/^[TE][A-Za-z0-9]{1,63}$/, 'must be the id of a workspace, e.g. T0123ABCD');
/** Goes into a header. */
const token = z.string().regex(/^[\w-]*$/, 'must be a token as Slack shows it, e.g. xoxb-1-2-abc');

const clientId = z.string().regex(/^[\w.]*$/, 'must be the client id as Slack shows it, e.g. 123.456');
const scope = z.string().regex(/^[a-z][a-z_.:-]{1,63}$/, 'must be a scope as Slack names it, e.g. chat:write');

const fields = z.strictObject({
  /** Of the workspace that the app lives in, or of every one that `workspaces` does not name. */
  bot_token: token.optional(),
  /** Proves that a request on the channel's routes is from Slack. */
  signing_secret: z.string().optional(),
  /** Socket Mode; then no route is needed. */
  app_token: token.optional(),
  api_url: z
    .literal('')
    .transform(() => PUBLIC_API_URL)
    .or(apiUrl)
    .default(PUBLIC_API_URL),
  /** More workspaces, by id. With them, addresses name their workspace as `team`. */
  workspaces: z
    .record(teamId, z.strictObject({ bot_token: token.min(1, 'must not be empty') }))
    .refine((named) => Object.keys(named).length > 0, 'must name a workspace; leave it out for one only')
    .optional(),
  /** Only these users, channels and workspaces are heard. Absent = everyone. */
  allow: z.array(id).min(1, 'must name somebody; leave it out to hear everyone').optional(),
  /** What is heard where several people are: what names the app or is written in its threads, or everything. */
  groups: z.enum(['mention', 'all']).default('mention'),
  /** Whether what is said in a channel, outside of threads, is answered in a thread below it. */
  open_threads: z.boolean().default(false),
  /** Bots that are heard, by bot or user id; answering one that answers goes on for ever. Absent = none. */
  bots: z.array(id).min(1, 'must name a bot; leave it out to hear none').optional(),
  /** With its secret, workspaces install the app by themselves; addresses name their workspace as `team`. */
  client_id: clientId.optional(),
  client_secret: token.optional(),
  /** What the app asks for when it is installed. Absent = what it takes to hear, to answer and to pass files. */
  scopes: z.array(scope).min(1, 'must name a scope; leave it out for those that it takes').optional(),
  /** Only these workspaces and organisations may install it. Absent = every one. */
  allow_install: z.array(teamId).min(1, 'must name a workspace; leave it out to let every one').optional(),
});

/** `channels.slack` of a formation. Empty strings count as not set. */
export const slackSettings = fields.superRefine((settings, context) => {
  const { bot_token, workspaces, client_id, client_secret, scopes, allow_install } = settings;
  const fault = (key: keyof SlackSettings, message: string) =>
    context.addIssue({ code: 'custom', path: [key], message });
  if (bot_token === undefined && !workspaces && client_id === undefined) {
    context.addIssue({ code: 'invalid_type', expected: 'string', path: ['bot_token'], input: bot_token });
  }
  if (client_id && !client_secret) fault('client_secret', 'must stand beside client_id: Slack gives out both together');
  if (client_secret && !client_id) fault('client_id', 'must stand beside client_secret: Slack gives out both together');
  if (client_id && bot_token) {
    // It would answer in workspaces that have not installed the app, or have removed it.
    fault('bot_token', 'cannot stand beside client_id: name its workspace under workspaces, or install the app there');
  }
  if (client_id === undefined && scopes) fault('scopes', 'is of no use without client_id');
  if (client_id === undefined && allow_install) fault('allow_install', 'is of no use without client_id');
});

export type SlackSettings = z.infer<typeof slackSettings>;
export type SlackSettingsGiven = z.input<typeof slackSettings>;

/** A token or a way to get one, and a way to hear: a signing secret for HTTP, or an app token for Socket Mode. */
export function isEnabled(settings: SlackSettingsGiven): boolean {
  const { bot_token, workspaces, client_id, signing_secret, app_token } = settings;
  return Boolean(bot_token || workspaces || client_id) && Boolean(signing_secret || app_token);
}
