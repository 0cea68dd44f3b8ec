import { harmInJson } from '../../protocol/ui/plain-json.ts';

/** Keys whose meaning is known. None of them makes anything load, and none reaches a chat channel. */
const KNOWN_KEYS: ReadonlySet<string> = new Set(['minara/outputTemplate', 'minara/source', 'minara/reason']);
/** A key has its vendor before a slash. */
const VENDOR_KEY = /^[A-Za-z0-9][A-Za-z0-9.-]*\/\S+$/;
/** Bytes of compact JSON that all keys of other vendors may have together. */
const MAX_UNKNOWN_BYTES = 1024;
const LOOKED_AT = { maxDepth: 16, maxNodes: 4_096 };

/** A block's `_meta` as it is sent, or a sentence that says what is wrong with it. */
export function checkMeta(
  meta: Readonly<Record<string, unknown>>,
): { meta: Readonly<Record<string, unknown>> } | { fault: string } {
  const harm = harmInJson(meta, LOOKED_AT);
  if (harm !== undefined) return { fault: `its _meta ${harm}` };
  const entries = Object.entries(structuredClone(meta));
  if (!entries.every(([key]) => VENDOR_KEY.test(key))) {
    return { fault: 'every key of _meta needs its vendor before a slash, e.g. acme.example/source' };
  }
  const unknown = Object.fromEntries(entries.filter(([key]) => !KNOWN_KEYS.has(key)));
  if (Buffer.byteLength(JSON.stringify(unknown)) > MAX_UNKNOWN_BYTES) {
    return { fault: `the keys of _meta that are not known here may have ${MAX_UNKNOWN_BYTES} bytes of JSON together` };
  }
  return { meta: Object.fromEntries(entries) };
}
