import { z } from 'zod';
import { clipLabel } from '../../../markup/clip-label.ts';

/** One option of a question in a mail: all that it takes to give this answer. */
export interface Offer {
  /** Whose mail it stands in. */
  conversation: string;
  /** The callback string. */
  data: string;
  label: string;
  prompt: string;
  /** Of the mail, and its delivery: the reply to this answer goes into its thread. */
  subject: string;
  deliveryId: string;
}

/** A link must stay well below the 2,083 characters that old mail readers open. UTF-16 units, each at most 3 bytes. */
const MAX_LABEL_UNITS = 64;
const MAX_PROMPT_UNITS = 120;
const MAX_SUBJECT_UNITS = 78;

const offer = z.tuple([z.string(), z.string(), z.string(), z.string(), z.string(), z.string()]);

/** An offer as a short text. Long words are clipped: they are there to be recognised. */
export function writeOffer({ conversation, data, label, prompt, subject, deliveryId }: Offer): string {
  return JSON.stringify([
    conversation,
    data,
    clipLabel(label, MAX_LABEL_UNITS, 'utf16'),
    clipLabel(prompt, MAX_PROMPT_UNITS, 'utf16'),
    clipLabel(subject, MAX_SUBJECT_UNITS, 'utf16'),
    deliveryId,
  ]);
}

/** Reads what `writeOffer` wrote. Nothing for anything else. */
export function readOffer(written: string | undefined): Offer | undefined {
  if (written === undefined) return undefined;
  try {
    const [conversation, data, label, prompt, subject, deliveryId] = offer.parse(JSON.parse(written));
    return { conversation, data, label, prompt, subject, deliveryId };
  } catch {
    return undefined;
  }
}
