import { distance } from 'fastest-levenshtein';
import { quoted } from './finding.ts';

/** Longer words are no typing mistakes of ours, and comparing them takes long. */
const MAX_CHARS = 64;

/** The allowed word that was probably meant: one letter differs, or two in a word of five and more. Case does not matter. */
export function likelyWord(word: string, allowed: Iterable<string>): string | undefined {
  if (word.length < 2 || word.length > MAX_CHARS) return undefined;
  let best: string | undefined;
  let bestDistance = (word.length < 5 ? 1 : 2) + 1;
  for (const candidate of allowed) {
    const candidateDistance = distance(word.toLowerCase(), candidate.toLowerCase());
    if (candidateDistance < bestDistance) {
      best = candidate;
      bestDistance = candidateDistance;
    }
  }
  return best;
}

/** The end of a sentence about a wrong word: what was probably meant, and everything that is allowed. */
export function allowedWords(word: string, allowed: readonly string[]): string {
  const likely = likelyWord(word, allowed);
  const guess = likely === undefined ? '' : ` Did you mean ${quoted(likely)}?`;
  const list = allowed.length === 0 ? 'There is nothing yet to choose from.' : `Allowed: ${allowed.join(', ')}.`;
  return `.${guess} ${list}`;
}
