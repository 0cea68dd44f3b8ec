import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { type BlobOwner, type BlobStore, MAX_BLOB_BYTES } from '../protocol/blob-store.ts';
import type { NewApp } from '../protocol/ui/app-keeper.ts';
import { type DeclaredUi, declaredUiSchema, readDeclaredUi } from './declared-ui.ts';

/** How long an app can be opened after it was shown, milliseconds. */
export const APP_TTL_MS = 7 * 24 * 60 * 60_000;
/** Larger arguments or results are not kept, characters of JSON: the app is told that there are none. */
const MAX_DATA_CHARS = 1024 * 1024;

const keptAppSchema = z.object({
  server: z.string(),
  tool: z.string(),
  uri: z.string(),
  mime: z.string().optional(),
  encoding: z.enum(['text', 'base64']),
  bodyRef: z.string(),
  declared: declaredUiSchema,
  args: z.unknown().optional(),
  /** The tool's result without the documents in it. Absent when it was too large. */
  result: z.unknown().optional(),
});

/** An app that a tool showed, as it is kept: what it is, what it declares, and what it is to show. */
export type KeptApp = z.infer<typeof keptAppSchema>;

const MIME = 'application/vnd.footbridge.mcp-app+json';

/**
 * Keeps an app and its document, as two blobs. Gives the reference of the app; nothing when the document is larger than a
 * blob may be.
 */
export async function keepApp(
  app: NewApp,
  { blobs, nowMs }: { blobs: BlobStore; nowMs: number },
): Promise<{ ref: string; expiresAtMs: number; declared: DeclaredUi } | undefined> {
  const { owner, server, tool, resource } = app;
  const bytes = Buffer.from(resource.data);
  if (bytes.length > MAX_BLOB_BYTES) return undefined;
  const expiresAtMs = nowMs + APP_TTL_MS;
  const kept: KeptApp = {
    ...{ server, tool, uri: resource.uri, encoding: resource.encoding, bodyRef: newRef() },
    ...(resource.mime !== undefined && { mime: resource.mime }),
    declared: readDeclaredUi(resource.meta),
    args: bounded(app.args),
    result: bounded(withoutDocuments(app.result)),
  };
  // It is opened as what it is in the sandbox only; here it is bytes.
  await blobs.put({ ref: kept.bodyRef, owner, mime: 'application/octet-stream', bytes, expiresAtMs });
  const ref = newRef();
  await blobs.put({ ref, owner, mime: MIME, bytes: Buffer.from(JSON.stringify(kept)), expiresAtMs });
  return { ref, expiresAtMs, declared: kept.declared };
}

/** A kept app with whose it is; nothing when there is none, or a reference is to something else. */
export async function readApp(
  ref: string,
  blobs: Pick<BlobStore, 'get'>,
): Promise<{ app: KeptApp; owner: BlobOwner; expiresAtMs: number } | 'expired' | undefined> {
  const blob = await blobs.get(ref);
  if (!blob) return undefined;
  if ('expired' in blob) return 'expired';
  if (blob.mime !== MIME) return undefined;
  const app = keptAppSchema.parse(JSON.parse(Buffer.from(blob.bytes).toString('utf8')));
  return { app, owner: blob.owner, expiresAtMs: blob.expiresAtMs };
}

function newRef(): string {
  return randomBytes(16).toString('base64url');
}

/** What can be written as JSON of a bearable length; else nothing. */
function bounded(value: unknown): unknown {
  try {
    const json: string | undefined = JSON.stringify(value);
    return json !== undefined && json.length <= MAX_DATA_CHARS ? value : undefined;
  } catch {
    return undefined;
  }
}

/** An app has its own document already, and others are none of its business. */
function withoutDocuments(result: unknown): unknown {
  if (typeof result !== 'object' || result === null || !('content' in result) || !Array.isArray(result.content)) {
    return result;
  }
  const content: unknown[] = result.content;
  return { ...result, content: content.filter((block) => !isDocument(block)) };
}

function isDocument(block: unknown): boolean {
  if (typeof block !== 'object' || block === null || !('resource' in block)) return false;
  const { resource } = block;
  const uri = typeof resource === 'object' && resource !== null && 'uri' in resource ? resource.uri : undefined;
  return typeof uri === 'string' && uri.startsWith('ui://');
}
