import { attributionAt, headerBlockAt, isForwardMark, isOriginalMark, isSeparator } from './quote-heads.ts';
import { withoutSignature } from './signature.ts';

/** What the headers of a mail say about its quotes. */
export interface QuotesIn {
  /** It answers another mail, so a `>` begins a quote. */
  isReply: boolean;
  /** It passes a mail on: what stands below is what the person wants read. */
  isForward: boolean;
  /** `format=flowed`: a line that begins with `>` is a quote, RFC 3676, section 4.5. */
  isFlowed: boolean;
}

/**
 * What the person wrote themselves: without the mail they answer, and without a signature. What cannot be told apart
 * from their own words stays. Nothing when every word is quoted. The time it takes grows with the length only.
 */
export function ownWords(text: string, about: QuotesIn): string | undefined {
  const lines = text.split(/\r?\n/);
  const own = about.isForward ? lines : withoutQuotes(lines, about);
  const words = withoutSignature(own).join('\n').trim();
  return words === '' ? undefined : words;
}

function withoutQuotes(lines: readonly string[], { isReply, isFlowed }: QuotesIn): string[] {
  const own: string[] = [];
  let areMarksQuotes = isReply || isFlowed;
  let at = 0;
  while (at < lines.length) {
    const line = lines[at] ?? '';
    if (isForwardMark(line)) return own.concat(lines.slice(at));
    if (isReply && (isOriginalMark(line) || headerBlockAt(lines, at))) return withoutSeparator(own);

    const attribution = attributionAt(lines, at);
    if (attribution) {
      const next = nextWords(lines, at + attribution.lines);
      if (next === undefined) return own;
      if (lines[next]?.startsWith('>')) {
        areMarksQuotes = true;
        at = next;
        continue;
      }
      // Some readers quote without a mark; only what surely names a mail is believed to head such a quote.
      if (isReply && attribution.isSure) return own;
    }
    if (!(areMarksQuotes && line.startsWith('>'))) own.push(line);
    at += 1;
  }
  return own;
}

function nextWords(lines: readonly string[], from: number): number | undefined {
  // Counted by hand: a search from the top for each of many heads would take time that grows with the square.
  let at = from;
  while (at < lines.length && lines[at]?.trim() === '') at += 1;
  return at < lines.length ? at : undefined;
}

function withoutSeparator(own: readonly string[]): string[] {
  let end = own.length;
  while (end > 0 && isSeparator(own[end - 1] ?? '')) end -= 1;
  return own.slice(0, end);
}
