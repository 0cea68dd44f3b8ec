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
  ])('%j is refused', (settings) => {
    expect(email.settings.safeParse(settings).success).toBe(false);
  });
});
