import type { ChannelPace } from '../../protocol/pace.ts';

/** Longest address in a mail transaction, octets: RFC 5321, section 4.5.3.1.3, with RFC errata 1690. */
export const MAX_ADDRESS_CHARS = 254;

/** Longest subject we write. RFC 5322 has no limit, since long lines are folded; readers show about 70. Our choice. */
export const MAX_SUBJECT_UNITS = 255;

/**
 * Longest local part of our address that leaves room for a plus and what our own suffixes have at most, 37 octets: the 64
 * octets of RFC 5321, section 4.5.3.1.1, less those 38.
 */
export const MAX_PLUS_LOCAL_OCTETS = 26;

/** Largest file that goes out as an attachment, bytes. Base64 makes it a third larger, and 25 MB is what most servers take. Our choice. */
export const MAX_ATTACHMENT_BYTES = 15 * 1024 * 1024;

/**
 * How fast mail is sent. Our choice: mail servers publish no common number, and their quotas go from one a second to
 * hundreds. A person gets no more than a mail in ten seconds on average, so that two machines that answer each other do
 * little harm.
 */
export const EMAIL_PACE: ChannelPace = {
  perChat: { perSecond: 0.1, burst: 5 },
  perApp: { perSecond: 5, burst: 10 },
};
