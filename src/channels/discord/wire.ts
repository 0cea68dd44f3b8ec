import { z } from 'zod';

/**
 * What Discord posts, as far as it is read. Unknown keys are normal there, and a part that is missing or of another
 * shape counts as missing. Strings have their lone surrogates replaced, so that they can be stored and sent anywhere.
 */
const maybe = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined);
const string = z.string().transform((text) => text.replace(/\p{Surrogate}/gu, '\uFFFD'));
const text = maybe(string);
const number = maybe(z.number());

const userSchema = z.looseObject({ id: string, username: text, global_name: text, bot: maybe(z.boolean()) });
const memberSchema = z.looseObject({ nick: text, user: maybe(userSchema) });
const attachmentSchema = z.looseObject({ id: string, filename: text, content_type: text, size: maybe(z.int().min(0)) });

const messageSchema = z.looseObject({
  id: string,
  channel_id: string,
  channel_type: number,
  guild_id: text,
  type: number,
  author: userSchema,
  member: maybe(memberSchema),
  content: text,
  edited_timestamp: text,
  webhook_id: text,
  application_id: text,
  mentions: maybe(z.array(z.looseObject({ id: string }))),
  mention_roles: maybe(z.array(z.string())),
  attachments: maybe(z.array(attachmentSchema)),
  message_reference: maybe(z.looseObject({ type: number, message_id: text })),
  referenced_message: maybe(z.looseObject({ author: maybe(userSchema) })),
});

const componentSchema = z.looseObject({
  custom_id: text,
  label: text,
  value: text,
  options: maybe(z.array(z.looseObject({ label: text, value: text }))),
  get component() {
    return maybe(componentSchema);
  },
  get components() {
    return maybe(z.array(componentSchema));
  },
});

const optionSchema = z.looseObject({
  type: number,
  value: z.unknown().optional(),
  get options() {
    return maybe(z.array(optionSchema));
  },
});

const interactionSchema = z.looseObject({
  id: string,
  application_id: string,
  type: z.number(),
  token: string,
  channel_id: text,
  channel: maybe(z.looseObject({ type: number })),
  guild_id: text,
  /** 0 guild, 1 the direct messages with the bot, 2 other private conversations. */
  context: number,
  locale: text,
  member: maybe(memberSchema),
  user: maybe(userSchema),
  data: maybe(
    z.looseObject({
      custom_id: text,
      values: maybe(z.array(z.unknown())),
      components: maybe(z.array(componentSchema)),
      name: text,
      options: maybe(z.array(optionSchema)),
    }),
  ),
  message: maybe(z.looseObject({ id: string, components: maybe(z.array(componentSchema)) })),
});

export type User = z.infer<typeof userSchema>;
export type Member = z.infer<typeof memberSchema>;
export type Message = z.infer<typeof messageSchema>;
export type Interaction = z.infer<typeof interactionSchema>;
export type CommandOption = z.infer<typeof optionSchema>;

/** The types of an interaction. docs.discord.com, Receiving and Responding, read 2026-11. */
export const INTERACTION = { ping: 1, command: 2, component: 3, autocomplete: 4, modal: 5 } as const;

/** Types of channels that are threads: of announcements, public, private. docs.discord.com, Channel, read 2026-11. */
export function isThread(channelType: number | undefined): boolean {
  return channelType !== undefined && channelType >= 10 && channelType <= 12;
}

/** Direct messages of two, where one of them is the bot. docs.discord.com, Channel, read 2026-11. */
export const DIRECT_MESSAGES = 1;

/** An event of the gateway, by its name on the wire. Interactions that came by HTTP have the same form. */
export interface GatewayEvent {
  t: string;
  d: unknown;
}

/** What is read of it: a message, new or changed, or an interaction. */
export type Payload =
  | { type: 'message'; message: Message }
  | { type: 'update'; message: Message }
  | { type: 'interaction'; interaction: Interaction };

/** Reads an event. Nothing for every other kind, and for one that lacks what every event of its kind has. */
export function payloadIn({ t, d }: GatewayEvent): Payload | undefined {
  switch (t) {
    case 'MESSAGE_CREATE':
    case 'MESSAGE_UPDATE': {
      const message = messageSchema.safeParse(d).data;
      return message && { type: t === 'MESSAGE_CREATE' ? 'message' : 'update', message };
    }
    case 'INTERACTION_CREATE': {
      const interaction = interactionSchema.safeParse(d).data;
      return interaction && { type: 'interaction', interaction };
    }
    default:
      return undefined;
  }
}
