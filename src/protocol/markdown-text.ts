import { bareUrlAt } from './bare-url.ts';

/** What could be read as Markdown, or begins a URL, in which nothing is. */
const MAYBE_MARK =
  /https?:\/\/|[\\*`[~]|\$(?=[^\s\d])|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|<(?=[^\s=]|=[^\s<>]*@)|&(?=#?\w{1,32};)|^(?:[-+=#>:|]|\d{1,9}[.)](?=\s|$))/gimu;
const INDENT = /^[^\S\n]+/gm;
const LINE_END = /\r\n?/g;
const LONE_SURROGATE = /\p{Surrogate}/gu;
const CONTROL = /[^\P{Cc}\t\n]/gu;

/**
 * Writes plain words so that whoever reads Markdown sees them as they are, e.g. the label of a choice within the text of
 * an agent. Lines stay lines; a line is not set in, and control characters are gone. URLs stay as they are.
 */
export function markdownText(words: string): string {
  const lines = words
    .replace(LONE_SURROGATE, '\ufffd')
    .replace(LINE_END, '\n')
    .replace(CONTROL, '')
    .replace(INDENT, '');
  let keptUntil = 0;
  return lines.replace(MAYBE_MARK, (found: string, at: number, text: string) => {
    if (at < keptUntil) return found;
    if (found.length > 3 && found.endsWith('//')) {
      keptUntil = at + (bareUrlAt(text, at)?.length ?? 0);
      return found;
    }
    return /^\d/.test(found) ? `${found.slice(0, -1)}\\${found.slice(-1)}` : `\\${found}`;
  });
}
