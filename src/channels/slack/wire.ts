import { z } from 'zod';

/**
 * What Slack posts, as far as it is read. Unknown keys are normal there, and a part that is missing or of another shape
 * counts as missing. Strings have their lone surrogates replaced, so that they can be stored and sent anywhere.
 */
const maybe = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined);
const string = z.string().transform((text) => text.replace(/\p{Surrogate}/gu, '\uFFFD'));
const text = maybe(string);
const withId = maybe(z.looseObject({ id: text }));
const label = maybe(z.looseObject({ text }));
const option = z.looseObject({ text: label, value: z.unknown().optional() });

const picked = {
  selected_option: maybe(option.nullable()),
  selected_options: maybe(z.array(option)),
};

const actionSchema = z.looseObject({
  type: text,
  action_id: z.unknown().optional(),
  block_id: text,
  action_ts: text,
  value: z.unknown().optional(),
  text: label,
  url: z.unknown().optional(),
  ...picked,
});

const pressSchema = z.looseObject({
  actions: z.array(actionSchema),
  user: z.looseObject({ id: string, team_id: text, username: text, name: text }),
  team: withId,
  enterprise: withId,
  channel: withId,
  container: maybe(
    z.looseObject({ channel_id: text, thread_ts: text, message_ts: text, is_ephemeral: maybe(z.boolean()) }),
  ),
  message: maybe(z.looseObject({ thread_ts: text, ts: text, team: text, blocks: maybe(z.array(z.unknown())) })),
  state: maybe(z.looseObject({ values: maybe(z.record(z.string(), z.record(z.string(), z.looseObject(picked)))) })),
  response_url: text,
  trigger_id: text,
});

const submissionSchema = z.looseObject({
  type: z.literal('view_submission'),
  user: z.looseObject({ id: string, team_id: text, username: text, name: text }),
  team: withId,
  view: z.looseObject({
    id: string,
    callback_id: text,
    private_metadata: text,
    state: maybe(
      z.looseObject({ values: maybe(z.record(z.string(), z.record(z.string(), z.looseObject({ value: text })))) }),
    ),
  }),
});

const fileSchema = z.looseObject({
  id: string,
  name: text,
  mimetype: text,
  size: maybe(z.int().min(0)),
  mode: text,
});

const said = z.looseObject({
  text,
  user: text,
  bot_id: text,
  app_id: text,
  ts: text,
  thread_ts: text,
  parent_user_id: text,
  edited: z.unknown().optional(),
  files: maybe(z.array(fileSchema)),
});

const eventSchema = z.looseObject({
  team_id: text,
  enterprise_id: text,
  api_app_id: text,
  event_id: text,
  authorizations: maybe(z.array(z.looseObject({ user_id: text, team_id: text, enterprise_id: text }))),
  event: said.extend({
    type: z.enum(['message', 'app_mention']),
    subtype: text,
    channel: string,
    channel_type: text,
    message: maybe(said),
    previous_message: maybe(said),
  }),
});

const commandSchema = z.looseObject({
  command: string,
  text,
  user_id: string,
  user_name: text,
  channel_id: text,
  team_id: text,
  enterprise_id: text,
  trigger_id: text,
  response_url: text,
});

export type Action = z.infer<typeof actionSchema>;
export type Press = z.infer<typeof pressSchema>;

export type Said = z.infer<typeof said>;
export type MessageEvent = z.infer<typeof eventSchema>;
export type Command = z.infer<typeof commandSchema>;
export type Submission = z.infer<typeof submissionSchema>;

/** A payload that is read: what was done to a message's elements, what was said, a slash command, a form that was sent. */
export type Payload =
  | { type: 'press'; press: Press }
  | { type: 'event'; event: MessageEvent }
  | { type: 'command'; command: Command }
  | { type: 'submission'; submission: Submission };

/** Reads a payload. Nothing for every other kind, and for one that lacks what every payload of its kind has. */
export function payloadIn(payload: unknown): Payload | undefined {
  const press = pressSchema.safeParse(payload).data;
  if (press) return { type: 'press', press };
  const event = eventSchema.safeParse(payload).data;
  if (event) return { type: 'event', event };
  const command = commandSchema.safeParse(payload).data;
  if (command) return { type: 'command', command };
  const submission = submissionSchema.safeParse(payload).data;
  return submission && { type: 'submission', submission };
}

const envelope = z.looseObject({ envelope_id: z.string(), payload: z.unknown() });

/** What a Socket Mode envelope carries; anything else as it is. */
export function unwrapped(payload: unknown): unknown {
  return envelope.safeParse(payload).data?.payload ?? payload;
}
