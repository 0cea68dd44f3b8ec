import type { LinkedChoice } from '../outbound/html-page.ts';
import type { PrintedChoice } from '../print.ts';
import { ANSWER_PATH } from './answer-page.ts';
import { type Offer, writeOffer } from './offer.ts';
import type { SealedText } from './sealed-text.ts';

/** A mail whose questions get their links. */
export interface AskingMail {
  conversation: string;
  deliveryId: string;
  subject: string;
  choices: readonly PrintedChoice[];
}

/** Mail readers that hand a link to Windows open 2,083 characters at most. */
const MAX_URL_CHARS = 2_000;

/**
 * The questions of a mail with a link per option; of a question that takes several answers, with one link to a page that
 * has them all, where they are not too many words for a link.
 */
export function linkedChoices(
  { choices, ...mail }: AskingMail,
  { links, publicUrl }: { links: SealedText; publicUrl: string },
): LinkedChoice[] {
  const urlOf = (offer: Offer) => `${publicUrl}${ANSWER_PATH}?a=${links.seal(writeOffer(offer))}`;
  return choices.map(({ prompt, widgetId, options, multi }) => {
    const offer = { ...mail, widgetId, prompt, multi };
    const linked = multi
      ? [{ label: 'Choose…', url: urlOf({ ...offer, options }) }]
      : options.map((option) => ({ label: option.label, url: urlOf({ ...offer, options: [option] }) }));
    return { prompt, multi, options: linked.filter(({ url }) => url.length <= MAX_URL_CHARS) };
  });
}
