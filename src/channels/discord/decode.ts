import { z } from 'zod';
import { decodeSelection } from '../../callback/selection.ts';
import type { DecodedCallback } from '../../protocol/channel.ts';
import { BridgeError } from '../../protocol/errors.ts';
import { labelsOf } from './labels.ts';

/** A part that may be missing or of another shape: then it counts as missing. */
const maybe = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined);
const text = maybe(z.string());
const user = z.looseObject({ id: z.string() });

const component = z.looseObject({
  custom_id: text,
  label: text,
  options: maybe(z.array(z.looseObject({ label: text, value: text }))),
});
const row = z.looseObject({ components: maybe(z.array(component)) });

const interaction = z.looseObject({
  type: z.number(),
  data: z.looseObject({
    custom_id: z.unknown().optional(),
    values: maybe(z.array(z.unknown())),
    name: text,
    options: maybe(z.array(z.looseObject({ value: z.unknown().optional() }))),
  }),
  message: maybe(z.looseObject({ components: maybe(z.array(row)) })),
  member: maybe(z.looseObject({ user })),
  user: maybe(user),
  channel_id: text,
});

const message = z.looseObject({ content: z.string(), author: user, channel_id: z.string() });

const gatewayFrame = z.looseObject({ op: z.literal(0), d: z.unknown() });

type Interaction = z.infer<typeof interaction>;

/**
 * Reads a payload as Discord posts it: an interaction, or a message, bare or in a gateway frame. A press whose label is
 * not shown has its value as message; a command has what was typed with it.
 */
export function decodeDiscord(payload: unknown): DecodedCallback {
  const inner = gatewayFrame.safeParse(payload).data?.d ?? payload;
  const decoded = decodeInteraction(inner) ?? decodeMessage(inner);
  if (decoded) return decoded;
  throw new BridgeError(
    'body_invalid',
    'Cannot read this Discord payload: it is no interaction with data and a user, and no message with an author. Send the JSON as Discord posted it.',
  );
}

function decodeInteraction(payload: unknown): DecodedCallback | undefined {
  const { data } = interaction.safeParse(payload);
  const presser = data?.member?.user ?? data?.user;
  if (!data || !presser) return undefined;
  const { values, custom_id } = data.data;
  const picked = values ?? (custom_id === undefined ? [] : [custom_id]);
  const hint = decodeSelection(picked) ?? null;
  return {
    message: labelsOf(picked, data.message?.components ?? []).join(', ') || (hint ? '' : wordsOf(picked, data)),
    user_id: presser.id,
    ui_response: hint,
    context: data.channel_id === undefined ? {} : { channel_id: data.channel_id },
  };
}

/** The words of an interaction that is not ours. */
function wordsOf(picked: readonly unknown[], { data }: Interaction): string {
  const typed = (data.options ?? []).map(({ value }) => value);
  const words = [...picked, ...typed].filter((value) => typeof value === 'string' || typeof value === 'number');
  return words.join(' ') || (data.name === undefined ? '' : `/${data.name}`);
}

function decodeMessage(payload: unknown): DecodedCallback | undefined {
  const { data } = message.safeParse(payload);
  if (!data) return undefined;
  return {
    message: data.content,
    user_id: data.author.id,
    ui_response: null,
    context: { channel_id: data.channel_id },
  };
}
