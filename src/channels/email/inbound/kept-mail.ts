import { z } from 'zod';

/**
 * A mail as the inbox keeps it: its bytes, and what was decided about it when it came. It is read again from here, so
 * that a fault in our reading can be mended, but its sender is not judged again: keys and clocks are others by then.
 */
const keptMail = z.strictObject({
  /** The bytes, one character each. */
  mime: z.string(),
  address: z.record(z.string(), z.string().or(z.number())),
  mayAnswer: z.boolean(),
});

export interface KeptMail {
  mime: Buffer;
  address: Readonly<Record<string, string | number>>;
  mayAnswer: boolean;
}

export function writeKeptMail({ mime, ...decided }: KeptMail): string {
  return JSON.stringify({ mime: mime.toString('latin1'), ...decided });
}

/** Throws for what `writeKeptMail` did not write. */
export function readKeptMail(raw: string): KeptMail {
  const { mime, ...decided } = keptMail.parse(JSON.parse(raw));
  return { mime: Buffer.from(mime, 'latin1'), ...decided };
}
