import { expect, it } from 'vitest';
import { slack } from '../../../src/channels/slack/index.ts';
import { describeAddresses } from '../contract/addresses.ts';

describeAddresses(
  slack,
  [
    [{ channel: ' C0123 ' }, 'slack::C0123', 'slack::C0123'],
    [{ channel: 'C0123', team: 'T1' }, 'slack:T1:C0123', 'slack:T1:C0123'],
    [
      { channel: 'C0123', team: 'T1', thread_ts: '1767326125.870439' },
      'slack:T1:C0123:1767326125.870439',
      'slack:T1:C0123',
    ],
  ],
  [
    {},
    { channel: '' },
    { channel: '#general' },
    { channel: 'C1:C2' },
    { channel: 'C1', thread_ts: 1767326125.870439 },
    { channel: 'C1', thread_ts: '' },
    { channel: 'C1', room: 'x' },
    null,
  ],
);

it('is shared, unless it is a direct message', () => {
  expect(slack.isShared({ channel: 'C0123' })).toBe(true);
  expect(slack.isShared({ channel: 'G0123' })).toBe(true);
  expect(slack.isShared({ channel: 'D0123' })).toBe(false);
  expect(slack.isShared({ channel: 'U0123' })).toBe(false);
});
