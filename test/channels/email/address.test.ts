import { expect, it } from 'vitest';
import { email } from '../../../src/channels/email/index.ts';
import { describeAddresses } from '../contract/addresses.ts';

describeAddresses(
  email,
  [
    [{ address: 'Ann@Example.com' }, 'email:ann@example.com', 'email:ann@example.com'],
    [{ address: ' ann@example.com ', subject: 'Hello' }, 'email:ann@example.com', 'email:ann@example.com'],
    [{ address: 'ann+tag@münchen.example' }, 'email:ann+tag@münchen.example', 'email:ann+tag@münchen.example'],
  ],
  [
    {},
    { address: '' },
    { address: 'ann' },
    { address: 'Ann <ann@example.com>' },
    { address: 'a@x.example, evil@y.example' },
    { address: 'a@x.example\r\nBcc:evil@y.example' },
    { address: '"a b"@x.example' },
    { address: `${'a'.repeat(250)}@x.example` },
    { address: 'a@x.example', bcc: 'evil@y.example' },
  ],
);

it('has one person behind it', () => {
  expect(email.isShared({ address: 'ann@example.com' })).toBe(false);
});
