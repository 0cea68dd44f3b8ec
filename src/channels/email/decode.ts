import { z } from 'zod';
import type { DecodedCallback } from '../../protocol/channel.ts';
import { BridgeError } from '../../protocol/errors.ts';
import { emailAddress, mailboxIn } from './address.ts';

const mail = z.looseObject({
  from: z.string().or(z.looseObject({ address: z.string() }).transform(({ address }) => address)),
  text: z.string().default(''),
  subject: z.string().optional().catch(undefined),
});

/** Reads a parsed mail, `{from, text?, subject?}`. A mail has no buttons, so it never names a choice. */
export function decodeEmail(payload: unknown): DecodedCallback {
  const { data } = mail.safeParse(payload);
  const address = data && mailboxIn(data.from);
  if (!data || address === undefined) {
    throw new BridgeError(
      'body_invalid',
      'Cannot read this mail: it needs {from, text}, and `from` must hold one mail address.',
    );
  }
  const { text, subject } = data;
  return {
    message: text,
    user_id: address.toLowerCase(),
    ui_response: null,
    context: emailAddress.parse({ address, ...(subject !== undefined && { subject }) }),
  };
}
