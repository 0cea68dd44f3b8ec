import { createHash } from 'node:crypto';
import { isShared } from '../address.ts';
import { personOf } from '../person.ts';
import type { Arrival, Reading } from '../reading.ts';
import { receiptOf } from '../receipt.ts';
import type { Submission } from '../wire.ts';
import { readOrigin } from './origin.ts';
import { FIELD, FORM } from './view.ts';

/**
 * Reads what was submitted in a form of ours: said by that person where the button stood. Nothing for other forms, and
 * where nothing was written.
 */
export function readSubmission({ user, view }: Submission, reading: Reading): Arrival | undefined {
  const form = readForm(view);
  if (!form || form.text === '') return undefined;
  const { address, secret, text } = form;
  const { thread_ts, ...place } = address;
  // A form whose answer got lost stays open, and may be submitted again with other words: those are another message.
  const dedupeKey = `form:${view.id}:${createHash('sha256').update(text).digest('base64url').slice(0, 16)}`;
  const isToBeKnown = thread_ts !== undefined && isShared(address) && reading.groups !== 'all';
  return {
    dedupeKey,
    ...(secret !== undefined && { secret }),
    address,
    person: personOf(user.id, user.name ?? user.username),
    isAttributable: true,
    ...(isToBeKnown && { makesKnown: true }),
    event: {
      type: 'message',
      text,
      files: [],
      messageId: dedupeKey,
      ...(thread_ts !== undefined && {
        repliesTo: receiptOf(String(address.channel), String(thread_ts)),
        below: place,
      }),
    },
  };
}

/** What stands in a form of ours, and where its button stood. Nothing for another form. */
export function readForm(
  view: Submission['view'],
): (Pick<Arrival, 'address' | 'secret'> & { text: string }) | undefined {
  const origin = view.callback_id === FORM ? readOrigin(view.private_metadata) : undefined;
  return origin && { ...origin, text: view.state?.values?.[FIELD]?.[FIELD]?.value?.trim() ?? '' };
}
