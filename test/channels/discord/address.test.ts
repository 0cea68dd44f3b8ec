import { expect, it } from 'vitest';
import { discord } from '../../../src/channels/discord/index.ts';
import { describeAddresses } from '../contract/addresses.ts';

describeAddresses(
  discord,
  [
    [{ channel_id: '1457536551830421524' }, 'discord:1457536551830421524', 'discord:1457536551830421524'],
    [{ channel_id: 42 }, 'discord:42', 'discord:42'],
  ],
  [
    {},
    { channel_id: '' },
    { channel_id: 'general' },
    { channel_id: 2 ** 60 },
    { channel_id: -1 },
    { channel_id: '1', x: 1 },
  ],
);

it('counts as shared: its id does not tell', () => {
  expect(discord.isShared({ channel_id: '1' })).toBe(true);
});
