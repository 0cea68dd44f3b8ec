import { objectOf } from './json-object.ts';
import { uiResourceIn } from './mcp-resource.ts';

/**
 * A tool or MCP result as a model may see it: without `_link`, which is for the person, and without the documents of
 * `ui://` resources. Everything else stays; a result without either comes back as it is.
 */
export function modelView(result: unknown): unknown {
  const seen = withoutLinks(result);
  const members = objectOf(seen);
  if (!members) return seen;
  const changed: Record<string, unknown> = {};
  const structured = withoutLinks(members.structuredContent);
  if (structured !== members.structuredContent) changed.structuredContent = structured;
  if (Array.isArray(members.content)) {
    const blocks: unknown[] = members.content;
    const seenBlocks = blocks.map(seenBlock);
    if (seenBlocks.some((block, index) => block !== blocks[index])) changed.content = seenBlocks;
  }
  return Object.keys(changed).length > 0 ? { ...members, ...changed } : seen;
}

/** Without the `_link` at the top level and the one under `result`. */
function withoutLinks(value: unknown): unknown {
  const members = objectOf(withoutLink(value));
  if (!members) return value;
  const nested = withoutLink(members.result);
  return nested === members.result ? members : { ...members, result: nested };
}

function withoutLink(value: unknown): unknown {
  const members = objectOf(value);
  if (!members || !Object.hasOwn(members, '_link')) return value;
  const { _link, ...rest } = members;
  return rest;
}

function seenBlock(block: unknown): unknown {
  const resource = uiResourceIn(block);
  if (resource) {
    const { text, blob, ...rest } = resource;
    return { ...objectOf(block), resource: rest };
  }
  const { type, text } = objectOf(block) ?? {};
  if (type !== 'text' || typeof text !== 'string' || !text.includes('"_link"')) return block;
  // MCP servers repeat their structured content as JSON in a text block.
  const seenText = jsonWithoutLinks(text);
  return seenText === undefined ? block : { ...objectOf(block), text: seenText };
}

function jsonWithoutLinks(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const seen = withoutLinks(value);
    return seen === value ? undefined : JSON.stringify(seen);
  } catch {
    return undefined;
  }
}
