import { generateKeyPairSync } from 'node:crypto';
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

  it('have a way to answer and no more than a text, where the formation wants that', () => {
    const settings = email.settings.parse({ from: 'bot@acme.example', smtp: '', html: false, reply_address: 'none' });
    expect(settings).toMatchObject({ html: false, reply_address: 'none' });
    expect(email.settings.parse({ from: '', smtp: '' })).toMatchObject({ html: true, reply_address: 'plus' });
  });

  it('take a key on one line, as an environment variable holds it', () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const dkim = { domain: 'acme.example', selector: 'mail', private_key: pem.replaceAll('\n', '\\n') };
    expect(email.settings.parse({ from: '', smtp: '', dkim }).dkim?.private_key).toBe(pem);
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
    [{ from: '', smtp: '', reply_address: 'minus' }],
    [{ from: '', smtp: '', unsubscribe: 'http://acme.example/stop' }],
    [{ from: '', smtp: '', unsubscribe: 'https://acme.example/a>b' }],
    [{ from: '', smtp: '', dkim: { domain: 'acme.example', selector: 'mail', private_key: 'no key' } }],
    [{ from: '', smtp: '', dkim: { domain: 'acme', selector: 'mail' } }],
    [{ from: `${'b'.repeat(27)}@acme.example`, smtp: '' }],
  ])('%j is refused', (settings) => {
    expect(email.settings.safeParse(settings).success).toBe(false);
  });
});
