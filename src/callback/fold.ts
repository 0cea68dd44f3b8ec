const ASCII = /^[\0-\x7f]*$/;

/**
 * Accents of Latin, Greek and Cyrillic letters, and what turns a digit or a sign into an emoji. Marks of other scripts
 * stay: in Devanagari, Thai or Japanese they make another word.
 */
const ACCENTS = /[\u0300-\u036f\ufe0f\u20e3]/g;

/** A text as it compares: without case, accents and compatibility forms. `Évian２` and `evian2` are the same. */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  // Whether a sigma is written as a final one depends on what stands around it, a mark that is no letter included.
  return text.normalize('NFKD').replace(ACCENTS, '').toLowerCase().replaceAll('ς', 'σ');
}
