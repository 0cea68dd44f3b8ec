import { decodePrefill } from '../../../callback/prefill.ts';
import type { Inbound } from '../../../protocol/inbound.ts';
import { labelsOf } from '../labels.ts';
import { personOf } from '../person.ts';
import { INTERACTION, type Interaction } from '../wire.ts';

/** Somebody pressed a button that offers a command: they are to see it in a form. Nothing of it is kept. */
export interface FormPress extends Pick<Inbound, 'address' | 'person'> {
  /** What the form is known by when it comes back: it belongs to this button. */
  name: string;
  command: string;
  /** The pressed button's words; empty where the message does not show them. */
  label: string;
}

/** Reads the press of a button that opens a form. Nothing for every other interaction. */
export function readFormPress({ type, data, ...rest }: Interaction): FormPress | undefined {
  const { channel_id, member, message, locale } = rest;
  const user = member?.user ?? rest.user;
  const prefill = type === INTERACTION.component ? decodePrefill(data?.custom_id) : undefined;
  if (!prefill || channel_id === undefined || user === undefined) return undefined;
  return {
    ...prefill,
    label: labelsOf([data?.custom_id], message?.components ?? []).join(', '),
    address: { channel_id },
    person: personOf(user, member, locale),
  };
}
