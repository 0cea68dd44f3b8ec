import { randomBytes } from 'node:crypto';
import { type Offer, readOffer, writeOffer } from './offer.ts';
import type { SealedText } from './sealed-text.ts';

/** Long enough to read a page and to be called away. */
const TICKET_MS = 60 * 60_000;

/** What a page of ours lets its reader do, once: give this answer. */
export interface Ticket {
  offer: Offer;
  /** The same for the same ticket, and no other. */
  nonce: string;
}

/** A new ticket, good for an hour. */
export function issueTicket(offer: Offer, tickets: SealedText, nowMs: number): string {
  return tickets.seal(JSON.stringify([randomBytes(12).toString('hex'), nowMs + TICKET_MS, writeOffer(offer)]));
}

/** Nothing for what is no ticket of ours, or is not good any more. */
export function readTicket(sealed: string, tickets: SealedText, nowMs: number): Ticket | undefined {
  const text = tickets.open(sealed);
  if (text === undefined) return undefined;
  // Sealed here, so it has this shape.
  const [nonce, expiresAtMs, written] = JSON.parse(text) as [string, number, string];
  const offer = readOffer(written);
  return offer && nowMs < expiresAtMs ? { offer, nonce } : undefined;
}
