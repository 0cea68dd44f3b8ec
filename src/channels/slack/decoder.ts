import type { App } from '@slack/bolt';
import type { Inbound } from '../../protocol/inbound.ts';
import { readPayload } from './inbound.ts';
import { teamIdsIn } from './install/team-ids.ts';
import type { Reading } from './reading.ts';
import type { Tokens } from './tokens.ts';

/**
 * The inbox worker's reading of a kept payload: through Bolt's middleware, so that what is made for Bolt fits in.
 * Whether it is for us was settled when it was kept, and is not asked again.
 */
export function createDecoder(
  app: App,
  { reading, tokens }: { reading: () => Reading; tokens: Pick<Tokens, 'meet'> },
): (raw: string) => Promise<Inbound | undefined> {
  const read = new WeakMap<object, Inbound | undefined>();
  app.use(async ({ body, next }) => {
    read.set(body, readPayload(body, { ...reading(), groups: 'all' })?.inbound);
    await next();
  });

  return async (raw) => {
    const body: unknown = JSON.parse(raw);
    if (typeof body !== 'object' || body === null) return undefined;
    await tokens.meet(teamIdsIn(body));
    await app.processEvent({ body: body as Record<string, unknown>, ack: async () => {} });
    const inbound = read.get(body);
    return inbound && { ...inbound, raw };
  };
}
