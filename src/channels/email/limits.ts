/** Longest address in a mail transaction, octets: RFC 5321, section 4.5.3.1.3, with RFC errata 1690. */
export const MAX_ADDRESS_CHARS = 254;

/** Longest subject we write. RFC 5322 has no limit, since long lines are folded; readers show about 70. Our choice. */
export const MAX_SUBJECT_UNITS = 255;
