import { describe, expect, it } from 'vitest';
import { createWebhooks } from '../../src/webhooks/create-webhooks.ts';

/** Names of the channels of a formation that has no trigger and no proactive channel any more. */
function channelsLeft(defaultUrl?: string): string[] {
  const webhooks = createWebhooks({
    formation: 'acme',
    settings: { maxAttempts: 1, timeoutMs: 1_000, allowHosts: [], ...(defaultUrl !== undefined && { defaultUrl }) },
    triggers: new Map(),
    proactive: new Map(),
    transformers: new Map(),
    channelTypes: new Map(),
    send: async () => ({ type: 'answered', status: 200 }),
    now: () => 0,
  });
  return webhooks.joinOthers(new Set()).map(({ type }) => type.name);
}

describe('what is left to post by a formation without triggers and proactive channels', () => {
  it('goes to its webhook, as everything does that has no other place any more', () => {
    expect(channelsLeft('https://acme.example/footbridge')).toEqual(['trigger', 'proactive']);
  });

  it('has no channel where there is no such webhook', () => {
    expect(channelsLeft()).toEqual([]);
  });
});
