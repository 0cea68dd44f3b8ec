import { isOwnVerb } from '../../callback/data.ts';
import { isPrefillVerb } from '../../callback/prefill.ts';
import { submittedText } from './form/submitted.ts';
import { writeSecret } from './interaction-secret.ts';
import { labelsOf } from './labels.ts';
import { personOf } from './person.ts';
import type { Arrival } from './reading.ts';
import { type CommandOption, DIRECT_MESSAGES, INTERACTION, type Interaction } from './wire.ts';

/**
 * Reads what was done with a button, a menu, a command or a form of ours. Nothing for a menu that was cleared, for a
 * button that opens a form and for all other kinds.
 */
export function readInteraction(interaction: Interaction): Arrival | undefined {
  const { channel_id, member, locale } = interaction;
  const user = member?.user ?? interaction.user;
  if (channel_id === undefined || user === undefined) return undefined;
  const event = eventOf(interaction);
  if (!event) return undefined;
  return {
    dedupeKey: dedupeKeyOf(interaction),
    secret: secretFor(interaction),
    address: { channel_id },
    isShared: !isDirect(interaction),
    person: personOf(user, member, locale),
    isAttributable: true,
    event,
  };
}

function eventOf(interaction: Interaction): Arrival['event'] | undefined {
  switch (interaction.type) {
    case INTERACTION.component:
      return pressOf(interaction);
    case INTERACTION.command:
    case INTERACTION.modal: {
      const text = interaction.type === INTERACTION.modal ? submittedText(interaction) : commandText(interaction);
      if (text === undefined) return undefined;
      return { type: 'message', text, files: [], messageId: dedupeKeyOf(interaction) };
    }
    default:
      return undefined;
  }
}

function dedupeKeyOf({ id }: Interaction): string {
  return `interaction:${id}`;
}

function secretFor({ type, id, application_id, message, token }: Interaction): string {
  return writeSecret({
    original: type === INTERACTION.component ? 'source' : 'waiting',
    interactionId: id,
    applicationId: application_id,
    sourceId: message?.id ?? '',
    token,
  });
}

/** Somebody's own conversation with the bot; every other one without a server may have several people. */
function isDirect({ guild_id, context, channel }: Interaction): boolean {
  if (guild_id !== undefined) return false;
  return context === undefined ? channel?.type === DIRECT_MESSAGES : context === 1;
}

function pressOf({ data, message }: Interaction): Arrival['event'] | undefined {
  const picked = data?.values ?? (data?.custom_id === undefined ? [] : [data.custom_id]);
  const strings = picked.flatMap((value) => (typeof value === 'string' ? [value] : []));
  if (strings.length === 0 || strings.length < picked.length || strings.some(isPrefillVerb)) return undefined;
  const label = labelsOf(strings, message?.components ?? []).join(', ');
  const messageId = message?.id;
  return {
    type: 'press',
    data: strings,
    label,
    ...(messageId !== undefined && { messageId }),
    mayBeMessage: !strings.some(isOwnVerb),
  };
}

/** What was typed with a command, or the command itself where there was nothing to type. */
function commandText({ data }: Interaction): string | undefined {
  const typed = typedIn(data?.options ?? [])
    .join(' ')
    .trim();
  if (typed !== '') return typed;
  return data?.name === undefined ? undefined : `/${data.name}`;
}

/** The values of all options; those of a subcommand stand below it. */
function typedIn(options: readonly CommandOption[]): string[] {
  return options.flatMap(({ value, options: inner }) => [
    ...(typeof value === 'string' || typeof value === 'number' ? [String(value)] : []),
    ...typedIn(inner ?? []),
  ]);
}
