import { z } from 'zod';
import { encodeCallback } from '../../../callback/data.ts';
import { clipLabel } from '../../../markup/clip-label.ts';

/** Options of a question in a mail: all that it takes to answer with one of them, or with several. */
export interface Offer {
  /** Whose mail it stands in. */
  conversation: string;
  widgetId: string;
  prompt: string;
  /** Of the mail, and its delivery: the reply to this answer goes into its thread. */
  subject: string;
  deliveryId: string;
  options: readonly { index: number; label: string }[];
  multi: boolean;
}

/** UTF-16 units, each at most 3 bytes. Long words are clipped: they are there to be recognised. */
const MAX_LABEL_UNITS = 64;
const MAX_PROMPT_UNITS = 120;
const MAX_SUBJECT_UNITS = 78;

const offer = z.tuple([
  z.string(),
  z.string(),
  z.string(),
  z.string(),
  z.string(),
  z.array(z.tuple([z.int(), z.string()])).min(1),
  z.boolean(),
]);

/** An offer as a short text. */
export function writeOffer({ conversation, widgetId, prompt, subject, deliveryId, options, multi }: Offer): string {
  return JSON.stringify([
    conversation,
    widgetId,
    clipLabel(prompt, MAX_PROMPT_UNITS, 'utf16'),
    clipLabel(subject, MAX_SUBJECT_UNITS, 'utf16'),
    deliveryId,
    options.map(({ index, label }) => [index, clipLabel(label, MAX_LABEL_UNITS, 'utf16')]),
    multi,
  ]);
}

/** Reads what `writeOffer` wrote. Nothing for anything else. */
export function readOffer(written: string | undefined): Offer | undefined {
  if (written === undefined) return undefined;
  try {
    const [conversation, widgetId, prompt, subject, deliveryId, options, multi] = offer.parse(JSON.parse(written));
    const named = options.map(([index, label]) => ({ index, label }));
    return { conversation, widgetId, prompt, subject, deliveryId, options: named, multi };
  } catch {
    return undefined;
  }
}

/** The callback strings of its options. */
export function callbacksOf({ widgetId, options }: Offer): string[] {
  return options.map(({ index }) => encodeCallback(widgetId, index));
}

export function labelsOf({ options }: Offer): string {
  return options.map(({ label }) => label).join(', ');
}
