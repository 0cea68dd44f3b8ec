import { randomBytes } from 'node:crypto';
import type { BlobOwner, BlobStore } from '../../protocol/blob-store.ts';
import { schemaFaults } from '../../protocol/schema-faults.ts';
import { type JunctionsPayload, junctionsPayload } from '../../protocol/ui/agent-ui/junctions.ts';
import { harmInJson } from '../../protocol/ui/plain-json.ts';
import { objectOf } from '../json-object.ts';

/** The tool whose results may carry a payload. */
export const JUNCTIONS_TOOL = 'render_junctions';

/** Largest payload, bytes of JSON: 5 MB, what a client of `agent-ui@1` fetches. */
const MAX_PAYLOAD_BYTES = 5_000_000;
const KEPT_MS = 24 * 60 * 60 * 1000;
/** 192 bits; 32 characters of base64url. */
const REF_BYTES = 24;

/** What can be said of junctions without fetching them, and what a client fetches them by. */
export interface KeptJunctions {
  /** Absent = they are kept nowhere. */
  ref?: string;
  count: number;
  /** Where it is, when it is only one: longitude, latitude. */
  point?: readonly [longitude: number, latitude: number];
}

/** Where a payload is kept, and for whom. */
export interface Keeper {
  owner: BlobOwner;
  blobs: Pick<BlobStore, 'put'>;
  nowMs: number;
}

/** The `_render_payload` beside a result of `render_junctions`, at the top level or under `result`. */
export function payloadIn(fact: { type: 'tool_result' | 'mcp_result'; tool: string; result: unknown }): unknown {
  if (fact.tool !== JUNCTIONS_TOOL) return undefined;
  const tops = fact.type === 'mcp_result' ? membersOf(objectOf(fact.result)) : [objectOf(fact.result)];
  for (const top of tops) {
    const payload = top?._render_payload ?? objectOf(top?.result)?._render_payload;
    if (payload !== undefined) return payload;
  }
  return undefined;
}

/** What an MCP tool gives as data: its structured content, else the JSON of its texts, as servers of older protocols do. */
function* membersOf(result: Readonly<Record<string, unknown>> | undefined) {
  yield objectOf(result?.structuredContent);
  if (!Array.isArray(result?.content)) return;
  for (const block of result.content as unknown[]) {
    const { type, text } = objectOf(block) ?? {};
    if (type === 'text' && typeof text === 'string' && text.includes('"_render_payload"')) yield objectOf(jsonIn(text));
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Checks a payload, or says what is wrong with it. With a keeper it is kept for a day behind a reference that cannot be
 * guessed.
 */
export async function keepJunctions(
  payload: unknown,
  keeper: Keeper | undefined,
): Promise<KeptJunctions | { fault: string }> {
  const checked = check(payload);
  if ('fault' in checked) return checked;
  const ref = keeper && (await keep(checked.bytes, keeper));
  const { features } = checked.junctions;
  const [first] = features;
  return {
    ...(ref !== undefined && { ref }),
    count: features.length,
    ...(features.length === 1 && first && { point: first.geometry.coordinates }),
  };
}

async function keep(bytes: Uint8Array, { owner, blobs, nowMs }: Keeper): Promise<string> {
  const ref = randomBytes(REF_BYTES).toString('base64url');
  await blobs.put({ ref, owner, mime: 'application/json', bytes, expiresAtMs: nowMs + KEPT_MS });
  return ref;
}

function check(payload: unknown): { junctions: JunctionsPayload; bytes: Uint8Array } | { fault: string } {
  const harm = harmInJson(payload, { maxDepth: 16, maxNodes: MAX_PAYLOAD_BYTES });
  if (harm !== undefined) return { fault: `its payload ${harm}` };
  const parsed = junctionsPayload.safeParse(payload);
  if (!parsed.success) return { fault: `its payload is not as it should be: ${schemaFaults(parsed.error).join('; ')}` };
  const bytes = new TextEncoder().encode(JSON.stringify(parsed.data));
  if (bytes.length > MAX_PAYLOAD_BYTES) return { fault: `its payload is larger than ${MAX_PAYLOAD_BYTES} bytes` };
  return { junctions: parsed.data, bytes };
}
