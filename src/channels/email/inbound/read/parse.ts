import type { ParsedMail } from 'mailparser';
import type { HtmlWords } from '../words/html-words.ts';
import { loadHtmlWords } from '../words/html-words.ts';
import type { ParseAddresses } from './mailboxes.ts';

/** The libraries that read mail. */
export interface MailParser {
  /** Rejects for what is no mail: too many parts, or a header that is too large. */
  parse(raw: Buffer): Promise<ParsedMail>;
  parseAddresses: ParseAddresses;
  htmlWords: HtmlWords;
}

/** Mails of people have some ten parts. */
const MAX_PARTS = 500;
/** All headers of one part, bytes. Real ones have some 10,000. */
const MAX_HEADER_BYTES = 256 * 1024;

/** Loads the libraries. Their limits are what keeps a hostile mail from costing more than an honest one of its size. */
export async function loadMailParser(): Promise<MailParser> {
  const [{ simpleParser, parseAddressHeader }, htmlWords] = await Promise.all([import('mailparser'), loadHtmlWords()]);
  return {
    parse: (raw) =>
      simpleParser(raw, {
        maxChildNodes: MAX_PARTS,
        maxHeadSize: MAX_HEADER_BYTES,
        // A mail within a mail is a file of it, and what a report says is read by us.
        ignoreEmbedded: true,
        keepDeliveryStatus: true,
        skipHtmlToText: true,
        skipTextToHtml: true,
        skipImageLinks: true,
        checksumAlgo: false,
      }),
    parseAddresses: parseAddressHeader,
    htmlWords,
  };
}
