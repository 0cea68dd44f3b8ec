import { describe, expect, it } from 'vitest';
import { email } from '../../../src/channels/email/index.ts';

describe('settings of mail', () => {
  it('connect with a sender and a server', () => {
    const settings = {
      from: 'Acme <bot@acme.example>',
      smtp: 'smtps://u:p@mail.example:465',
      imap: 'imaps://mail.example',
    };
    expect(email.isEnabled(email.settings.parse(settings))).toBe(true);
    expect(email.isEnabled(email.settings.parse({ from: '', smtp: '', imap: '', html: true }))).toBe(false);
    expect(email.isEnabled(email.settings.parse({ ...settings, smtp: '' }))).toBe(false);
  });

  it('of mail that comes in have defaults', () => {
    expect(email.settings.parse({ from: '', smtp: '', listen: { port: 25 } })).toMatchObject({
      trust: 'dmarc',
      max_mail_bytes: 10_485_760,
      caps: { per_sender_per_day: 200, per_thread_per_day: 100 },
      listen: { host: '127.0.0.1', port: 25 },
    });
    expect(email.settings.parse({ from: '', smtp: '', caps: { per_thread_per_day: 5 } }).caps).toEqual({
      per_sender_per_day: 200,
      per_thread_per_day: 5,
    });
  });

  it('name who is heard, in lower case', () => {
    expect(email.settings.parse({ from: '', smtp: '', allow: ['Ann@Example.com'] }).allow).toEqual(['ann@example.com']);
  });

  it.each([
    [{}],
    [{ from: 'Acme', smtp: '' }],
    [{ from: '', smtp: 'mail.example' }],
    [{ from: '', smtp: 'https://mail.example' }],
    [{ from: '', smtp: '', imap: 'pop3://mail.example' }],
    [{ from: '', smtp: '', allow: ['Ann <ann@example.com>'] }],
    [{ from: '', smtp: '', password: 'x' }],
    [{ from: '', smtp: '', inbound_secret: 'short' }],
    [{ from: '', smtp: '', inbound_secret: 'has white space in it' }],
    [{ from: '', smtp: '', listen: { port: 70_000 } }],
    [{ from: '', smtp: '', listen: 25 }],
    [{ from: '', smtp: '', authserv_id: 'mx.acme.example; dmarc=pass' }],
    [{ from: '', smtp: '', trust: 'from' }],
    [{ from: '', smtp: '', max_mail_bytes: 10 }],
    [{ from: '', smtp: '', caps: { per_sender_per_day: 0 } }],
  ])('%j is refused', (settings) => {
    expect(email.settings.safeParse(settings).success).toBe(false);
  });
});
