/** Longest local part of an address, octets: RFC 5321, section 4.5.3.1.1. */
const MAX_LOCAL_OCTETS = 64;

/**
 * Gives `bot+<suffix>@host` for `bot@host`, which mail servers with sub-addressing (RFC 5233) put into the mailbox of
 * `bot@host`. Nothing when that is longer than a local part may be.
 */
export function plusAddress(mailbox: string, suffix: string): string | undefined {
  const at = mailbox.lastIndexOf('@');
  const local = `${mailbox.slice(0, at)}+${suffix}`;
  return Buffer.byteLength(local) <= MAX_LOCAL_OCTETS ? local + mailbox.slice(at) : undefined;
}

/** The suffix of a recipient that `plusAddress` made for this mailbox, in lower case. Nothing for any other recipient. */
export function suffixIn(recipient: string, mailbox: string): string | undefined {
  const written = recipient.trim().toLowerCase();
  const own = mailbox.toLowerCase();
  const at = own.lastIndexOf('@');
  const [before, after] = [`${own.slice(0, at)}+`, own.slice(at)];
  const isOurs = written.startsWith(before) && written.endsWith(after) && written.length > before.length + after.length;
  return isOurs ? written.slice(before.length, written.length - after.length) : undefined;
}
