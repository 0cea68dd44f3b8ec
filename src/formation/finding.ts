/** Something to tell the author of a file, at the place it is about. */
export interface Finding {
  /** An error keeps the formation from loading, a warning does not. */
  severity: 'error' | 'warning';
  file: string;
  /** From 1. */
  line: number;
  /** From 1, counted in UTF-16 code units as editors do. */
  column: number;
  /** What was found, what is allowed, what to do. Never a secret's value. */
  message: string;
}

/** An error about a file or folder as a whole. */
export function wholeFileError(file: string, message: string): Finding {
  return { severity: 'error', file, line: 1, column: 1, message };
}

/** One line as compilers print it: `file:line:column: error: message`. Control characters come out escaped. */
export function formatFinding({ file, line, column, severity, message }: Finding): string {
  return visible(`${file}:${line}:${column}: ${severity}: ${message}`);
}

/** The same findings by file, then by place. */
export function sortFindings(findings: readonly Finding[]): Finding[] {
  return [...findings].sort(
    (a, b) =>
      compareText(a.file, b.file) || a.line - b.line || a.column - b.column || compareText(a.message, b.message),
  );
}

/** A word from a file, quoted and shortened. */
export function quoted(word: string): string {
  const maxChars = 60;
  return `"${word.length > maxChars ? `${word.slice(0, maxChars)}…` : word}"`;
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Line breaks, terminal escapes, text direction marks and lone surrogates of a hostile file must not reach a terminal. */
function visible(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu,
    (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`,
  );
}
