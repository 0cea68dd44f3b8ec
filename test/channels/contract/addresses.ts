import { describe, expect, it } from 'vitest';
import type { ChannelType } from '../../../src/protocol/channel.ts';
import type { Address } from '../../../src/protocol/turn.ts';

/** What every channel promises of its addresses. Each pair is an address as written, and its conversation. */
export function describeAddresses(
  channel: Pick<ChannelType, 'name' | 'address' | 'conversationOf' | 'addressOf' | 'deliveryLaneOf'>,
  cases: readonly (readonly [written: unknown, conversation: string, lane: string])[],
  invalid: readonly unknown[],
): void {
  describe(`an address on ${channel.name}`, () => {
    it.each(cases)('%j is the conversation %s', (written, conversation, lane) => {
      const address: Address = channel.address.parse(written);
      expect(channel.conversationOf(address)).toBe(conversation);
      expect(channel.deliveryLaneOf(address)).toBe(lane);
    });

    it.each(cases)('%j is found again from its conversation', (_written, conversation) => {
      const address = channel.addressOf(conversation);
      expect(address && channel.conversationOf(address)).toBe(conversation);
      expect(address && channel.address.safeParse(address).success).toBe(true);
    });

    it.each(invalid.map((written) => [written]))('%j is refused', (written) => {
      expect(channel.address.safeParse(written).success).toBe(false);
    });

    it('is not read from a name of another shape', () => {
      for (const name of [
        '',
        channel.name,
        `${channel.name}:`,
        'other:1',
        `${channel.name}:a b`,
        `x${channel.name}:1`,
      ]) {
        expect(channel.addressOf(name)).toBeUndefined();
      }
    });
  });
}
