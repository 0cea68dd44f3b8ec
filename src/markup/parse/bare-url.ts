import type { RuleInline } from 'markdown-it/lib/parser_inline.mjs';
import { bareUrlAt } from '../../protocol/bare-url.ts';

const COLON = 0x3a;
const SCHEME_AT_END = /https?$/i;
const LONGEST_SCHEME = 5;

/**
 * A URL in the text is one piece: what stands in it is no emphasis. It is found at its colon, where the parser stops
 * anyway.
 */
export const bareUrl: RuleInline = (state, silent) => {
  if (state.src.charCodeAt(state.pos) !== COLON) return false;
  const scheme = SCHEME_AT_END.exec(state.pending.slice(-LONGEST_SCHEME))?.[0];
  if (scheme === undefined) return false;
  const url = bareUrlAt(state.src, state.pos - scheme.length);
  if (url === undefined) return false;

  if (!silent) {
    state.pending = state.pending.slice(0, -scheme.length);
    state.push('url', '', 0).content = url;
  }
  state.pos += url.length - scheme.length;
  return true;
};
