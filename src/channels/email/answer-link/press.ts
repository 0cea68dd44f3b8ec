import type { Inbound } from '../../../protocol/inbound.ts';
import { addressOf } from '../address.ts';
import { messageIdOf } from '../message-id.ts';
import { writeThread } from '../outbound/thread.ts';
import { callbacksOf, labelsOf, readOffer, writeOffer } from './offer.ts';
import type { Ticket } from './ticket.ts';

const KIND = 'answer_link';

/**
 * The answer that a ticket gives, all options of its offer, as a press of whom the mail was sent to. Nothing when that is
 * no mailbox.
 */
export function pressOf({ offer, nonce }: Ticket, mailbox: string): Inbound | undefined {
  const address = addressOf(offer.conversation);
  if (!address) return undefined;
  return {
    dedupeKey: `link_${nonce}`,
    raw: JSON.stringify({ [KIND]: { nonce, offer: writeOffer(offer) } }),
    address: { ...address, ...(offer.subject !== '' && { subject: offer.subject }) },
    person: { id: String(address.address).toLowerCase() },
    isAttributable: true,
    // As with mail into that conversation: limits of a person are not to be used up by whoever writes their name.
    ...(address.unverified === 1 && { isNameless: true }),
    secret: writeThread({ messageId: messageIdOf(offer.deliveryId, mailbox), references: [] }),
    event: { type: 'press', data: callbacksOf(offer), label: labelsOf(offer), mayBeMessage: false },
  };
}

/** Reads the kept update of such a press again. Nothing for another kind of update. */
export function readPress(raw: string, mailbox: string): Inbound | undefined {
  if (!raw.startsWith(`{"${KIND}"`)) return undefined;
  const { nonce, offer } = JSON.parse(raw)[KIND] as { nonce: string; offer: string };
  const read = readOffer(offer);
  return read && pressOf({ nonce, offer: read }, mailbox);
}
