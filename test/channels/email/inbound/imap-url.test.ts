import { expect, it } from 'vitest';
import { readImapUrl } from '../../../../src/channels/email/inbound/sources/imap-url.ts';

const common = { user: '', password: '', folder: 'INBOX' };

it.each([
  ['imaps://mail.example', { ...common, host: 'mail.example', port: 993, secure: true, requireTLS: false }],
  ['imap://mail.example', { ...common, host: 'mail.example', port: 143, secure: false, requireTLS: true }],
  ['imap://127.0.0.1:1143', { ...common, host: '127.0.0.1', port: 1143, secure: false, requireTLS: false }],
  ['imap://[::1]', { ...common, host: '::1', port: 143, secure: false, requireTLS: false }],
  [
    'imaps://bot%40acme.example:p%3Ass@mail.example:1993/Bot%20mail/new',
    {
      host: 'mail.example',
      port: 1993,
      secure: true,
      requireTLS: false,
      user: 'bot@acme.example',
      password: 'p:ss',
      folder: 'Bot mail/new',
    },
  ],
  ['imaps://[2001:db8::1]/', { ...common, host: '2001:db8::1', port: 993, secure: true, requireTLS: false }],
])('%s', (url, place) => {
  expect(readImapUrl(url)).toEqual(place);
});
