import type { LinkedChoice } from '../outbound/html-page.ts';
import type { PrintedChoice } from '../print.ts';
import { ANSWER_PATH } from './answer-page.ts';
import { writeOffer } from './offer.ts';
import type { SealedText } from './sealed-text.ts';

/** A mail whose questions get their links. */
export interface AskingMail {
  conversation: string;
  deliveryId: string;
  subject: string;
  choices: readonly PrintedChoice[];
}

/** The questions of a mail with a link per option. */
export function linkedChoices(
  { conversation, deliveryId, subject, choices }: AskingMail,
  { links, publicUrl }: { links: SealedText; publicUrl: string },
): LinkedChoice[] {
  return choices.map(({ prompt, options }) => ({
    prompt,
    options: options.map(({ label, data }) => {
      const offer = writeOffer({ conversation, data, label, prompt, subject, deliveryId });
      return { label, url: `${publicUrl}${ANSWER_PATH}?a=${links.seal(offer)}` };
    }),
  }));
}
