import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { BlobOwner, BlobStore } from '../protocol/blob-store.ts';
import type { ChannelMemory } from '../protocol/channel-memory.ts';
import { BridgeError } from '../protocol/errors.ts';
import type { ViewContext } from '../protocol/ui/view-context.ts';
import { APP_TTL_MS } from './kept-app.ts';

/** Apps of one conversation whose words are handed to the agent, the latest. */
const MAX_VIEWS = 4;
/** What one app may say, characters of JSON. */
export const MAX_CONTEXT_CHARS = 16_384;
const MAX_ATTEMPTS = 8;
/** Where the references are kept; no channel has this name. */
const PLACE = 'apps';

const refsSchema = z.array(z.tuple([z.string(), z.string()]));
const contextSchema = z.object({
  server: z.string(),
  tool: z.string(),
  text: z.string().optional(),
  data: z.record(z.string(), z.unknown()).optional(),
});

/** What apps want the model to know, by conversation and person. What an app says last is all that counts of it. */
export interface ViewContexts {
  keep(said: { appRef: string; owner: BlobOwner; context: ViewContext }): Promise<void>;
  /** What the apps of this person say here, the latest last. */
  of(owner: BlobOwner): Promise<ViewContext[]>;
}

/**
 * The words are blobs, which are the person's and go with them; what is kept of them by conversation is references.
 * `conversation` of an owner is the name that the conversation has today.
 */
export function createViewContexts(deps: { blobs: BlobStore; memory: ChannelMemory; now: () => number }): ViewContexts {
  const { blobs, memory, now } = deps;

  async function refsIn(place: { channel: string; key: string }) {
    const kept = await memory.get(place);
    return { kept, refs: kept === undefined ? [] : refsSchema.parse(JSON.parse(kept)) };
  }

  async function saidIn(place: { channel: string; key: string }) {
    for (let attempt = 1; ; attempt++) {
      const { refs } = await refsIn(place);
      const found = await Promise.all(refs.map(([, ref]) => blobs.get(ref)));
      // What is missing was replaced in this very moment: something newer is there by now.
      if (attempt === MAX_ATTEMPTS || found.every((blob) => blob !== undefined)) return found;
    }
  }

  return {
    async keep({ appRef, owner, context }) {
      const ref = randomBytes(16).toString('base64url');
      const expiresAtMs = now() + APP_TTL_MS;
      const bytes = Buffer.from(JSON.stringify(context));
      await blobs.put({ ref, owner, mime: 'application/json', bytes, expiresAtMs });
      const place = placeOf(owner);
      for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
        const { kept, refs } = await refsIn(place);
        const others = refs.filter(([app]) => app !== appRef).slice(1 - MAX_VIEWS);
        const value = JSON.stringify([...others, [appRef, ref]]);
        const entry = { ...place, value, expiresAtMs };
        // Of two that write at the same moment, the later one reads what the other wrote.
        const isKept =
          kept === undefined ? await memory.add(entry) : await memory.replace({ ...place, was: kept, value });
        if (!isKept) continue;
        // What an app said before is nobody's any more; an app that talks all day would fill the store.
        const gone = refs.filter((one) => !others.includes(one));
        await Promise.all(gone.map(([, old]) => blobs.remove(old)));
        return;
      }
      await blobs.remove(ref);
      throw new BridgeError('internal', 'What the app said could not be kept: too many spoke at once.');
    },
    async of(owner) {
      const found = await saidIn(placeOf(owner));
      return found.flatMap((blob) => {
        if (!blob || 'expired' in blob) return [];
        const { server, tool, text, data } = contextSchema.parse(JSON.parse(Buffer.from(blob.bytes).toString('utf8')));
        return [{ server, tool, ...(text !== undefined && { text }), ...(data && { data }) }];
      });
    },
  };
}

function placeOf({ channel, conversation, personId = '' }: BlobOwner): { channel: string; key: string } {
  const named = JSON.stringify([channel, conversation, personId]);
  return { channel: PLACE, key: createHash('sha256').update(named).digest('hex') };
}
