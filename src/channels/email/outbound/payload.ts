import { z } from 'zod';
import { plainLine } from '../../../protocol/plain-text.ts';
import { mailboxIn } from '../address.ts';
import type { PrintedChoice } from '../print.ts';

/** One person of a mail's header. */
export interface Party {
  name: string;
  address: string;
}

const choice: z.ZodType<PrintedChoice> = z.object({
  widgetId: z.string(),
  prompt: z.string(),
  options: z.array(z.object({ label: z.string(), index: z.int() })),
  multi: z.boolean(),
});

const file = z.object({
  name: z.string(),
  mime: z.string(),
  data: z.string().exactOptional(),
  url: z.string().exactOptional(),
});

const party = z
  .union([z.string(), z.object({ name: z.string().default(''), address: z.string() })])
  .transform((written, context): Party => {
    const found = typeof written === 'string' ? partyIn(written) : partyIn(written.address);
    if (found) return typeof written === 'string' ? found : { ...found, name: displayName(written.name) };
    context.addIssue({ code: 'custom', message: 'is not one mail address' });
    return z.NEVER;
  });

/** Numbers and truth values come from templates that name them. */
const headerValue = z.union([z.string(), z.number(), z.boolean()]).transform(String);

/** What a delivery of this channel holds. Loose about other keys: a template of somebody's own may have more. */
const payload = z.object({
  from: party.optional(),
  to: party,
  subject: z.string().default(''),
  text: z.string().default(''),
  html: z.string().optional(),
  choices: z.array(choice).optional(),
  headers: z.record(z.string(), headerValue).default({}),
  file: file.optional(),
});

export type MailPayload = z.infer<typeof payload>;

/** Reads a payload, or says which part of it is no good. Its recipient is exactly one mailbox. */
export function readPayload(given: unknown): MailPayload | { fault: string } {
  const { data, error } = payload.safeParse(given);
  if (data) return data;
  const [issue] = error.issues;
  return { fault: `${issue?.path.join('.') || 'the payload'}: ${issue?.message ?? 'not valid'}` };
}

/**
 * Reads `ann@example.com` or `Ann <ann@example.com>`. Nothing for no mailbox, or several, or where it may be read in two
 * ways: with a line break, or a name that holds another address.
 */
export function partyIn(written: string): Party | undefined {
  const address = mailboxIn(written);
  const name = /^([^<]*)</.exec(written)?.[1] ?? '';
  if (address === undefined || /[\p{Cc}@]/u.test(name)) return undefined;
  return { name: displayName(name), address };
}

/** One line of visible words, without the quotes that a mailbox's name may stand in. */
function displayName(name: string): string {
  return plainLine(name.replace(/[\r\n]+/g, ' '))
    .replace(/^"(.*)"$/, '$1')
    .trim();
}
