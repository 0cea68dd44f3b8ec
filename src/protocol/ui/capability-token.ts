import type { BlockSupport } from './ui-block.ts';

/** What a client says it can draw, one token of it: `<namespace>.<block_type>@<major>`. */
export interface CapabilityToken {
  namespace: string;
  block_type: string;
  /** As it is written: digits without a leading zero, as many as there are. */
  major: string;
}

/** What is wrong with a token's grammar. */
export type TokenFault = 'no_version' | 'several_versions' | 'bad_version' | 'no_namespace' | 'bad_segment';

const SEGMENT = /^[a-z0-9_-]+$/;
const MAJOR = /^[1-9][0-9]*$/;
/** Greatest major version that is ever matched. */
const MAX_MAJOR = 2 ** 31 - 1;
const MAX_TOKENS = 64;
const MAX_CHARS = 4096;

/**
 * Reads a token by its grammar alone; whether there is such a block is not asked. Nothing is trimmed or folded. Takes
 * time linear in the text.
 */
export function parseCapabilityToken(text: string): { token: CapabilityToken } | { fault: TokenFault } {
  const at = text.indexOf('@');
  if (at === -1) return { fault: 'no_version' };
  const major = text.slice(at + 1);
  if (major.includes('@')) return { fault: 'several_versions' };
  if (!MAJOR.test(major)) return { fault: 'bad_version' };
  const name = text.slice(0, at);
  const dot = name.lastIndexOf('.');
  if (dot === -1) return { fault: 'no_namespace' };
  if (!name.split('.').every((segment) => SEGMENT.test(segment))) return { fault: 'bad_segment' };
  return { token: { namespace: name.slice(0, dot), block_type: name.slice(dot + 1), major } };
}

/** The block that a token names. Nothing for a major version above 2^31 - 1: no block has one, and it is no exact number. */
export function supportOf({ namespace, block_type, major }: CapabilityToken): BlockSupport | undefined {
  // What is no exact number as a float is far above.
  const version = Number(major);
  return version > MAX_MAJOR ? undefined : { namespace, block_type, version };
}

/** What a client declared: the tokens in its order, each once, and those that are none, as they were written. */
export interface Capabilities {
  tokens: CapabilityToken[];
  bad: { text: string; fault: TokenFault }[];
}

/**
 * Reads the values of the query parameter `capabilities`, each a list with commas, as one list. Of it 64 tokens and
 * 4096 characters are read; a token that is cut by that is left out, since it could be another one.
 */
export function readCapabilities(values: readonly string[]): Capabilities {
  const joined = values.filter((value) => value !== '').join(',');
  const texts = joined === '' ? [] : joined.slice(0, MAX_CHARS).split(',');
  if (joined.length > MAX_CHARS && joined[MAX_CHARS] !== ',') texts.pop();
  const read: Capabilities = { tokens: [], bad: [] };
  const seen = new Set<string>();
  for (const text of texts.slice(0, MAX_TOKENS)) {
    if (seen.has(text)) continue;
    seen.add(text);
    const parsed = parseCapabilityToken(text);
    if ('token' in parsed) read.tokens.push(parsed.token);
    else read.bad.push({ text, fault: parsed.fault });
  }
  return read;
}
