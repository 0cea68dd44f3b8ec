import { type CapabilityToken, readCapabilities, type TokenFault } from '../protocol/ui/capability-token.ts';
import type { BlockSupport } from '../protocol/ui/ui-block.ts';
import type { Negotiate } from './routes/stream-chat.ts';

/** Tokens that the header names, and how much of each: it is there for somebody who looks for a mistake. */
const MAX_NAMED = 16;
const MAX_NAMED_CHARS = 64;
/** Proxies refuse a response with much more in its headers, and the stream has to start. */
const MAX_HEADER_CHARS = 1_024;

/**
 * Reads the query parameter `capabilities`. Without one nothing is negotiated; with an empty one, no block. What is no
 * token is left out, and named, percent-encoded, in the response's header `X-Footbridge-Ignored-Capabilities`.
 */
export function createNegotiate(deps: {
  /** Of what a client can draw, what there is here. */
  intersect: (tokens: readonly CapabilityToken[]) => BlockSupport[];
  onIgnored: (fault: TokenFault) => void;
}): Negotiate {
  return (request, response) => {
    const given = request.query.capabilities;
    if (given === undefined) return undefined;
    const values = [given].flat().filter((value): value is string => typeof value === 'string');
    const { tokens, bad } = readCapabilities(values);
    for (const { fault } of bad) deps.onIgnored(fault);
    if (bad.length > 0) {
      response.setHeader('X-Footbridge-Ignored-Capabilities', named(bad.map(({ text }) => text)));
    }
    return deps.intersect(tokens);
  };
}

function named(texts: readonly string[]): string {
  let header = '';
  for (const text of texts.slice(0, MAX_NAMED)) {
    const longer = `${header}${header && ', '}${encoded(text.slice(0, MAX_NAMED_CHARS))}`;
    if (longer.length > MAX_HEADER_CHARS) break;
    header = longer;
  }
  return header;
}

/** A half of a character, which a cut can leave, cannot be encoded. */
function encoded(text: string): string {
  return encodeURIComponent(text.replace(/\p{Cs}/gu, ''));
}
