import { describe, expect, it } from 'vitest';
import { freePort } from '../../free-port.ts';
import { connected, DELIVERY } from './connected.ts';

const HELLO = { to: 'ann@people.example', subject: 'Order', text: 'Hello.' };

describe('a mail goes out', () => {
  it('to one person, from us, answered to a sealed address, bounced to one that names the delivery', async () => {
    const { mail, deliver } = await connected();
    expect(await deliver(HELLO)).toEqual({
      status: 'delivered',
      receipt: '<dlv_mik2abcd0123456789abcdef0123@bridge.example>',
    });
    const [came] = mail.mails('ann@people.example');
    expect(came).toMatchObject({
      from: { name: 'Acme Bot', address: 'bot@bridge.example' },
      to: [{ name: '', address: 'ann@people.example' }],
      subject: 'Order',
      text: 'Hello.\n',
      messageId: '<dlv_mik2abcd0123456789abcdef0123@bridge.example>',
      envelope: { from: `bot+${DELIVERY}@bridge.example`, to: 'ann@people.example' },
    });
    expect(came?.html).toBeUndefined();
    expect(came?.replyTo.address).toMatch(/^bot\+[0-9a-z]{23}@bridge\.example$/);
  });

  it('from and to one address alone, where the mail server knows no plus', async () => {
    const { mail, deliver } = await connected({ reply_address: 'none' });
    await deliver(HELLO);
    expect(mail.mails('ann@people.example')[0]).toMatchObject({
      replyTo: { address: 'bot@bridge.example' },
      envelope: { from: 'bot@bridge.example' },
    });
  });

  it('as the same mail when it is tried again', async () => {
    const { mail, deliver } = await connected();
    await deliver({ ...HELLO, html: '<p>Hello.</p>' });
    await deliver({ ...HELLO, html: '<p>Hello.</p>' });
    const [first, second] = mail.mails('ann@people.example').map(({ raw }) => raw.replace(/^Date: .*$/m, ''));
    expect(first).toContain('multipart/alternative');
    expect(second).toBe(first);
  });

  it('while the channel stops, and after it', async () => {
    const { mail, connection, deliver } = await connected();
    await deliver(HELLO);
    await connection.stop();
    expect(await deliver(HELLO, { deliveryId: 'dlv_mik2abcd0123456789abcdef0124' })).toMatchObject({
      status: 'delivered',
    });
    expect(mail.mails('ann@people.example')).toHaveLength(2);
  });
});

describe('what a mail server says decides what becomes of a mail:', () => {
  it.each([
    [
      'mail',
      { code: 421, text: '4.7.0 Try again in 5 seconds' },
      { status: 'throttled', retryAfterMs: 5_000, holds: 'channel' },
    ],
    ['rcpt', { code: 450, text: '4.2.1 Mailbox busy' }, { status: 'throttled', retryAfterMs: 60_000 }],
    ['rcpt', { code: 451, text: '4.7.1 Greylisted for 5 minutes' }, { status: 'throttled', retryAfterMs: 300_000 }],
    ['data', { code: 452, text: '4.3.1 Insufficient storage' }, { status: 'throttled', retryAfterMs: 60_000 }],
    [
      'rcpt',
      { code: 454, text: '4.7.0 Not now' },
      { status: 'unreached', reason: 'The mail server does not take mail now: 454 4.7.0.' },
    ],
    [
      'data',
      { code: 554, text: '5.7.1 Hello. is spam' },
      { status: 'refused', reason: 'The mail server refused the mail: 554 5.7.1' },
    ],
    ['mail', { code: 553, text: 'no' }, { status: 'refused', reason: 'The mail server refused the sender: 553' }],
    [
      'connect',
      { code: 554, text: '5.7.1 Go away' },
      { status: 'unreached', reason: 'The mail server does not take mail now: 554 5.7.1.' },
    ],
    ['mail', 'reset', { status: 'unreached', reason: 'The mail server could not be reached (ECONNECTION).' }],
    [
      'data',
      'reset',
      { status: 'unknown', reason: 'The mail server did not say whether it took the mail (ECONNECTION)' },
    ],
    [
      'data',
      'lost',
      { status: 'unknown', reason: 'The mail server did not say whether it took the mail (ECONNECTION)' },
    ],
  ] as const)('at %s, %j', async (step, fault, outcome) => {
    const { mail, deliver } = await connected();
    mail.failNext(step, fault);
    expect(await deliver(HELLO)).toEqual(outcome);
    expect(mail.mails('ann@people.example')).toHaveLength(fault === 'lost' ? 1 : 0);
    // The fault is over, and nothing of it stays.
    expect(await deliver(HELLO)).toMatchObject({ status: 'delivered' });
  });

  it('an unknown mailbox is refused, in words that are not those of the mail', async () => {
    const { mail, deliver, host } = await connected();
    mail.removeMailbox('ann@people.example');
    const outcome = await deliver(HELLO);
    expect(outcome).toEqual({ status: 'refused', reason: 'The mail server refused the recipient: 550 5.1.1' });
    expect(host.logged).not.toMatch(/ann@|Hello/);
  });

  it('a connection that the server closed while it was idle costs nothing', async () => {
    const { mail, deliver } = await connected();
    await deliver(HELLO);
    mail.dropConnections();
    await expect.poll(() => mail.connections).toBe(0);
    expect(await deliver(HELLO)).toMatchObject({ status: 'delivered' });
    expect(mail.mails('ann@people.example')).toHaveLength(2);
  });

  it('a mail larger than the server takes is refused', async () => {
    const { deliver } = await connected();
    const outcome = await deliver({ ...HELLO, text: 'a line of words\r\n'.repeat(1_600_000) });
    expect(outcome).toMatchObject({ status: 'refused' });
  });

  it('a server that is not there was not reached', async () => {
    const { deliver } = await connected({ smtp: `smtp://127.0.0.1:${await freePort()}` });
    expect(await deliver(HELLO)).toEqual({
      status: 'unreached',
      reason: 'The mail server could not be reached (ESOCKET).',
    });
  });
});

describe('readiness', () => {
  it('comes when the server has answered', async () => {
    const { connection } = await connected();
    expect(connection.readiness()).toEqual({ ready: false, reason: 'The mail server has not answered yet.' });
    connection.start();
    await expect.poll(() => connection.readiness(), { timeout: 5_000 }).toEqual({ ready: true });
  });

  it('says what to do about a wrong password, and a mail waits for that', async () => {
    const login = { user: 'bot', password: 'right' };
    const { mail, connection, deliver } = await connected({}, { login });
    const wrong = await connected({ smtp: mail.smtpUrl.replace('right', 'wrong') });
    wrong.connection.start();
    const reason = 'The mail server refuses the user or the password. Check channels.email.smtp.';
    await expect.poll(() => wrong.connection.readiness(), { timeout: 5_000 }).toEqual({ ready: false, reason });
    expect(await wrong.deliver(HELLO)).toEqual({ status: 'unreached', reason });
    expect(wrong.host.logged).not.toContain('wrong');
    connection.start();
    await expect.poll(() => connection.readiness(), { timeout: 5_000 }).toEqual({ ready: true });
    expect(await deliver(HELLO)).toMatchObject({ status: 'delivered' });
  });

  it('says that a user and a password are wanted', async () => {
    const { mail } = await connected({}, { login: { user: 'bot', password: 'right' } });
    const { deliver } = await connected({ smtp: mail.smtpUrl.replace('bot:right@', '') });
    expect(await deliver(HELLO)).toEqual({
      status: 'unreached',
      reason: 'The mail server wants a user and a password. Put them into channels.email.smtp.',
    });
  });
});
