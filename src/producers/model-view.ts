import { objectOf } from './json-object.ts';
import { uiResourceIn } from './mcp-resource.ts';

/** What a client draws on its map, beside a result. */
const PAYLOAD = '_render_payload';
const LINK = '_link';
/** What tools put beside their results for the person. */
const FOR_THE_PERSON = [LINK, PAYLOAD];

/**
 * A tool or MCP result as a model may see it: without `_link` and `_render_payload`, which are for the person, and
 * without the documents of `ui://` resources. Everything else stays; a result without any comes back as it is.
 * Where the payload was kept, `render_ref` stands in its place. A text of an MCP server alone makes no link, so one that
 * stands in a text only stays for the model.
 */
export function modelView(result: unknown, renderRef?: string): unknown {
  const without = (keys: readonly string[]) => (value: unknown) => seenMembers(value, keys, renderRef);
  const withoutOwn = without(FOR_THE_PERSON);
  const seen = withoutOurs(result, withoutOwn);
  const members = objectOf(seen);
  if (!members) return seen;
  const changed: Record<string, unknown> = {};
  const structured = withoutOurs(members.structuredContent, withoutOwn);
  if (structured !== members.structuredContent) changed.structuredContent = structured;
  if (Array.isArray(members.content)) {
    const blocks: unknown[] = members.content;
    const ofText = hasLink(members.structuredContent) ? withoutOwn : without([PAYLOAD]);
    const seenBlocks = blocks.map((block) => seenBlock(block, ofText));
    if (seenBlocks.some((block, index) => block !== blocks[index])) changed.content = seenBlocks;
  }
  return Object.keys(changed).length > 0 ? { ...members, ...changed } : seen;
}

type View = (value: unknown) => unknown;

/** Without what is for the person at the top level and under `result`. */
function withoutOurs(value: unknown, withoutOwn: View): unknown {
  const members = objectOf(withoutOwn(value));
  if (!members) return value;
  const nested = withoutOwn(members.result);
  return nested === members.result ? members : { ...members, result: nested };
}

function hasLink(structured: unknown): boolean {
  const members = objectOf(structured);
  return [members, objectOf(members?.result)].some((level) => level !== undefined && Object.hasOwn(level, LINK));
}

function seenMembers(value: unknown, keys: readonly string[], renderRef: string | undefined): unknown {
  const members = objectOf(value);
  if (!members || !keys.some((key) => Object.hasOwn(members, key))) return value;
  const seen = Object.fromEntries(Object.entries(members).filter(([key]) => !keys.includes(key)));
  const isKept = renderRef !== undefined && Object.hasOwn(members, PAYLOAD);
  return isKept ? { ...seen, render_ref: renderRef } : seen;
}

function seenBlock(block: unknown, withoutOwn: View): unknown {
  const resource = uiResourceIn(block);
  if (resource) {
    const { text, blob, ...rest } = resource;
    return { ...objectOf(block), resource: rest };
  }
  const { type, text } = objectOf(block) ?? {};
  if (type !== 'text' || typeof text !== 'string') return block;
  if (!FOR_THE_PERSON.some((key) => text.includes(`"${key}"`))) return block;
  // MCP servers repeat their structured content as JSON in a text block.
  const seenText = jsonWithoutOurs(text, withoutOwn);
  return seenText === undefined ? block : { ...objectOf(block), text: seenText };
}

function jsonWithoutOurs(text: string, withoutOwn: View): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const seen = withoutOurs(value, withoutOwn);
    return seen === value ? undefined : JSON.stringify(seen);
  } catch {
    return undefined;
  }
}
