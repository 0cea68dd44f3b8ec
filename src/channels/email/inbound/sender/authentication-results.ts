/** One method's verdict in a header `Authentication-Results`, e.g. `dmarc=pass header.from=example.com`. */
export interface Verdict {
  method: string;
  result: string;
  /** Properties by name, e.g. `header.from`; in lower case. */
  properties: ReadonlyMap<string, string>;
}

/** A header `Authentication-Results`: RFC 8601. */
export interface AuthenticationResults {
  /** Who says so, in lower case. */
  authservId: string;
  verdicts: readonly Verdict[];
}

/** A longer header is not read; real ones have some 500 characters. */
const MAX_CHARS = 16_000;

/** Reads the header's value. Nothing when it is none. */
export function readAuthenticationResults(value: string): AuthenticationResults | undefined {
  if (value.length > MAX_CHARS) return undefined;
  const [head = '', ...parts] = withoutComments(value).split(';');
  const [authservId] = head.trim().toLowerCase().split(/\s+/);
  if (!authservId) return undefined;
  return { authservId, verdicts: parts.flatMap((part) => verdictIn(part.trim()) ?? []) };
}

function verdictIn(part: string): Verdict | undefined {
  const [head = '', ...rest] = part.replace(/\s*=\s*/g, '=').split(/\s+/);
  // A method may name its version: dkim/1=pass.
  const [, method, result] = /^([\w-]+)(?:\/\d+)?=([\w-]+)$/.exec(head.toLowerCase()) ?? [];
  if (method === undefined || result === undefined) return undefined;
  const properties = new Map<string, string>();
  for (const word of rest) {
    const equals = word.indexOf('=');
    if (equals > 0) properties.set(word.slice(0, equals).toLowerCase(), word.slice(equals + 1).toLowerCase());
  }
  return { method, result, properties };
}

/**
 * Comments, which may nest, are not part of what is said; nor may a `;` or a word within quotes begin a verdict, so a
 * quoted string is one word without white space.
 */
function withoutComments(value: string): string {
  let depth = 0;
  let isQuoted = false;
  let kept = '';
  for (let at = 0; at < value.length; at++) {
    const char = value[at] ?? '';
    if (char === '\\' && (isQuoted || depth > 0)) {
      at += 1;
    } else if (depth === 0 && char === '"') {
      isQuoted = !isQuoted;
    } else if (isQuoted) {
      if (/[\w.@+-]/.test(char)) kept += char;
    } else if (char === '(') {
      depth += 1;
      kept += ' ';
    } else if (char === ')' && depth > 0) {
      depth -= 1;
    } else if (depth === 0) {
      kept += char;
    }
  }
  return kept;
}
