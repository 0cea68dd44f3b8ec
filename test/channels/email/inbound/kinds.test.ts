import { describe, expect, it } from 'vitest';
import { mailOf } from './mails.ts';
import { readMail } from './reader.ts';

const kindOf = async (headers: Readonly<Record<string, string>>) => (await readMail(mailOf(headers, 'hello'))).kind;

describe('a machine is not answered [CH-66]', () => {
  it.each([
    [{ 'Auto-Submitted': 'auto-replied' }],
    [{ 'Auto-Submitted': 'Auto-Generated (by cron); owner-email=root' }],
    [{ 'Return-Path': '<>' }],
    [{ From: 'noreply@shop.example' }],
    [{ From: 'no-reply+123@shop.example' }],
    [{ From: 'Do Not Reply <do_not_reply@shop.example>' }],
    [{ From: 'MAILER-DAEMON@mx.shop.example' }],
    [{ 'X-Autoreply': 'yes' }],
    [{ Precedence: 'auto_reply' }],
    [{ 'Content-Type': 'multipart/report; report-type=disposition-notification; boundary=x' }],
  ])('%j', async (headers) => {
    expect(await kindOf(headers)).toBe('automatic');
  });

  it('nor is the null sender of the envelope', async () => {
    expect((await readMail(mailOf({}, 'hello'), { from: '' })).kind).toBe('automatic');
  });
});

describe('a person is heard', () => {
  it.each([
    [{ 'Auto-Submitted': 'no' }],
    [{ Precedence: 'list', 'List-Id': '<team.customer.example>' }],
    [{ Precedence: 'bulk' }],
    [{ From: 'noreplyson@customer.example' }],
    [{ 'X-Auto-Response-Suppress': 'All' }],
    [{ 'Return-Path': '<ann@customer.example>' }],
  ])('%j', async (headers) => {
    expect(await kindOf(headers)).toBe('message');
  });
});

describe('our own mail that comes back', () => {
  it.each([
    [{ From: 'Bridge <BOT@bridge.example>' }],
    [{ From: 'bot+abc@bridge.example' }],
    [{ 'X-Loop': 'bot@bridge.example' }],
    [{ 'Message-ID': '<dlv_mik2abcd0123456789abcdef0123@bridge.example>' }],
  ])('%j', async (headers) => {
    expect(await kindOf(headers)).toBe('own');
  });
});

const DELIVERY = 'dlv_mik2abcd0123456789abcdef0123';

/** A report as mail servers send it. */
function report(given: {
  action?: string;
  status?: string;
  to?: string;
  returned?: string;
  inReplyTo?: string;
}): Buffer {
  const { action = 'failed', status = '5.1.1', to = 'bot@bridge.example', returned = '', inReplyTo } = given;
  const parts = [
    'Content-Type: text/plain\n\nIt did not work.',
    `Content-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example\n\nFinal-Recipient: rfc822; a@x.example\nAction: ${action}\nStatus: ${status}\n`,
    `Content-Type: message/rfc822\n\n${returned}\n\nHello`,
  ];
  return mailOf(
    {
      From: 'MAILER-DAEMON@mx.example',
      To: to,
      'Content-Type': 'multipart/report; report-type="delivery-status"; boundary=b',
      ...(inReplyTo && { 'In-Reply-To': inReplyTo }),
    },
    `${parts.map((part) => `--b\n${part}`).join('\n')}\n--b--`,
  );
}

describe('a bounce names its delivery', () => {
  const failed = { kind: 'bounce', delivery: DELIVERY, isFinal: true, reason: 'bounced 5.1.1' };

  it('by the mail that it returns', async () => {
    const returned = `Subject: Hi\nMessage-ID:\n <${DELIVERY}@bridge.example>`;
    expect(await readMail(report({ returned }))).toEqual(failed);
  });

  it('by the address that it comes to', async () => {
    expect(await readMail(report({ to: `bot+${DELIVERY}@bridge.example` }))).toEqual(failed);
    expect(await readMail(report({}), { to: [`bot+${DELIVERY}@bridge.example`], from: '' })).toEqual(failed);
  });

  it('by what it answers', async () => {
    expect(await readMail(report({ inReplyTo: `<${DELIVERY}@bridge.example>` }))).toEqual(failed);
  });

  it('one that is about no mail of ours names none', async () => {
    const returned = `Message-ID: <${DELIVERY}@elsewhere.example>`;
    expect(await readMail(report({ returned }))).toMatchObject({ kind: 'bounce', delivery: undefined });
  });

  it.each([
    ['delayed', '4.4.1'],
    ['delivered', '2.0.0'],
    ['relayed', '2.0.0'],
  ])('a mail that is %s has not failed', async (action, status) => {
    const mail = await readMail(report({ action, status, to: `bot+${DELIVERY}@bridge.example` }));
    expect(mail).toMatchObject({ kind: 'bounce', isFinal: false });
  });
});
