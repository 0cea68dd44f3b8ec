import { expect, it } from 'vitest';
import { smtpServer } from '../../../src/channels/email/outbound/smtp-url.ts';
import { connected } from './connected.ts';

it.each([
  ['smtps://mail.example', { host: 'mail.example', port: 465, secure: true, requireTLS: false, ignoreTLS: false }],
  ['smtp://mail.example', { host: 'mail.example', port: 587, secure: false, requireTLS: false, ignoreTLS: false }],
  ['smtp://[2001:db8::1]:25', { host: '2001:db8::1', port: 25, secure: false, requireTLS: false, ignoreTLS: false }],
  ['smtp://127.0.0.1:2525', { host: '127.0.0.1', port: 2525, secure: false, requireTLS: false, ignoreTLS: true }],
])('%s names a server and how to speak to it', (url, server) => {
  expect(smtpServer(url)).toEqual(server);
});

it('a password is not sent before TLS, whatever the server says', () => {
  expect(smtpServer('smtp://bot%40acme.example:p%3Aw%2F@mail.example')).toEqual({
    host: 'mail.example',
    port: 587,
    secure: false,
    requireTLS: true,
    ignoreTLS: false,
    auth: { user: 'bot@acme.example', pass: 'p:w/' },
  });
});

it('a server that speaks no TLS is told from one that is away', async () => {
  const { mail } = await connected();
  const { connection, deliver } = await connected({ smtp: mail.smtpUrl.replace('smtp:', 'smtps:') });
  connection.start();
  const reason =
    'The mail server offers no TLS that we trust. Check channels.email.smtp: smtps is TLS from the start, smtp is STARTTLS.';
  await expect.poll(() => connection.readiness(), { timeout: 5_000 }).toEqual({ ready: false, reason });
  expect(await deliver({ to: 'ann@people.example', text: 'x' })).toEqual({ status: 'unreached', reason });
});
