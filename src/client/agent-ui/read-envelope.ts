import { isEnvelope } from '../../protocol/ui/agent-ui/envelope-form.ts';
import { harmInJson } from '../../protocol/ui/plain-json.ts';
import { MAX_ENVELOPE_BYTES, type UiEnvelope } from '../../protocol/ui/ui-envelope.ts';
import { type JsonObject, objectOf } from '../json.ts';

/** Longest words that stand for what cannot be shown. */
const MAX_FALLBACK_CHARS = 4_000;
/** Deepest nesting: a component's props may be deeper than a chart. */
const MAX_DEPTH = 32;

/** `unshowable` has the words to show instead, when the envelope brought some. */
export type ReadEnvelope = { envelope: UiEnvelope } | { unshowable: { fallbackText?: string } };

/**
 * Checks the shape of an envelope by its kind, exactly as `agent-ui@1` has it. What is inside (`spec`, `props`,
 * `params`) is for whoever shows it to check.
 */
export function readEnvelope(value: unknown): ReadEnvelope {
  const given = objectOf(value) ?? {};
  const fallbackText = fallbackIn(given);
  const envelope = envelopeIn(given);
  return envelope ? { envelope } : { unshowable: fallbackText === undefined ? {} : { fallbackText } };
}

/** Whatever else is wrong with it, its words can be shown. */
function fallbackIn({ fallbackText }: JsonObject): string | undefined {
  return typeof fallbackText === 'string' && fallbackText.trim() !== ''
    ? fallbackText.slice(0, MAX_FALLBACK_CHARS)
    : undefined;
}

function envelopeIn(given: JsonObject): UiEnvelope | undefined {
  if (!isEnvelope(given)) return undefined;
  // Every value takes a byte at least. Keys of prototypes are refused at any depth.
  const harm = harmInJson(given, { maxDepth: MAX_DEPTH, maxNodes: MAX_ENVELOPE_BYTES });
  return harm === undefined ? given : undefined;
}
