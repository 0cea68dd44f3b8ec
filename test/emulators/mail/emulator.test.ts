import { createTransport } from 'nodemailer';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createMailEmulator, type MailEmulatorOptions } from '../../../src/emulators/mail/index.ts';

async function running(options: MailEmulatorOptions = {}) {
  const mail = await createMailEmulator({ now: () => Date.UTC(2026, 10, 30, 12), ...options });
  onTestFinished(() => mail.close());
  const { port } = new URL(mail.smtpUrl);
  const send = (raw: string, to: string, from = 'bot@bridge.example') =>
    createTransport({ host: '127.0.0.1', port: Number(port), ignoreTLS: true }).sendMail({
      raw,
      envelope: { from, to },
    });
  return { mail, send };
}

/** A second emulator, whose people get what the first one's people write to the bot. */
async function botServer() {
  const { mail } = await running();
  return { inbox: mail, wayIn: { smtp: { port: Number(new URL(mail.smtpUrl).port) } } };
}

const mailTo = (to: string, more = '', body = 'Hello.') =>
  [
    'From: Bot <bot@bridge.example>',
    `To: ${to}`,
    'Subject: Hi',
    'Date: Mon, 30 Nov 2026 12:00:00 +0000',
    'Message-ID: <1@bridge.example>',
    `${more}MIME-Version: 1.0`,
    'Content-Type: text/plain; charset=utf-8',
    '',
    body,
    '',
  ].join('\r\n');

describe('the mail server', () => {
  it('puts a mail into the mailbox of its reader', async () => {
    const { mail, send } = await running();
    await send(mailTo('ann@people.example'), 'ann@people.example');
    expect(mail.mails('Ann@people.example')).toMatchObject([
      {
        from: { name: 'Bot', address: 'bot@bridge.example' },
        subject: 'Hi',
        text: 'Hello.\n',
        messageId: '<1@bridge.example>',
      },
    ]);
    expect(mail.handovers).toMatchObject([{ to: 'ann@people.example', messageId: '<1@bridge.example>', code: 250 }]);
  });

  it.each([
    ['no Message-ID', (raw: string) => raw.replace(/Message-ID.*\r\n/, ''), /^550 5\.7\.1/],
    ['two From headers', (raw: string) => `From: x@x.example\r\n${raw}`, /^550 5\.7\.1/],
    ['a line of 999 octets', (raw: string) => `${raw}${'x'.repeat(999)}\r\n`, /^550 5\.6\.0/],
    ['raw 8-bit characters in a header', (raw: string) => raw.replace('Hi', 'é'), /^550 5\.6\.7/],
    ['a header that names somebody else', (raw: string) => raw.replace('To: ann', 'To: bea'), /^550 5\.7\.1/],
  ])('refuses a mail with %s', async (_what, spoil, reply) => {
    const { mail, send } = await running();
    const sending = send(spoil(mailTo('ann@people.example')), 'ann@people.example');
    await expect(sending).rejects.toMatchObject({ response: expect.stringMatching(reply) });
    expect(mail.mails('ann@people.example')).toEqual([]);
  });

  it('knows no mailbox that was removed, and wants the password that it was given', async () => {
    const { mail, send } = await running({ login: { user: 'bot', password: 'secret' } });
    mail.removeMailbox('ann@people.example');
    await expect(send(mailTo('ann@people.example'), 'ann@people.example')).rejects.toMatchObject({ responseCode: 530 });
    const transport = createTransport({ ...{ url: mail.smtpUrl, ignoreTLS: true } });
    const sending = transport.sendMail({
      raw: mailTo('ann@people.example'),
      envelope: { from: 'b@x.example', to: 'ann@people.example' },
    });
    await expect(sending).rejects.toMatchObject({ responseCode: 550 });
  });
});

describe('people', () => {
  it('answer as Gmail does: to Reply-To, Re: once, References, the quoted mail below', async () => {
    const { inbox, wayIn } = await botServer();
    const { mail, send } = await running({ wayIn });
    const ann = mail.person('Ann');
    await send(mailTo(ann.address, 'Reply-To: bot+abc@bridge.example\r\nReferences: <0@x.example>\r\n'), ann.address);
    await mail.reply(ann, mail.mails(ann)[0]?.id ?? '', { text: 'Ja, gerne 👍' });
    expect(inbox.mails('bot+abc@bridge.example')).toMatchObject([
      {
        from: { name: 'Ann', address: 'ann@people.example' },
        subject: 'Re: Hi',
        inReplyTo: '<1@bridge.example>',
        references: ['<0@x.example>', '<1@bridge.example>'],
        text: 'Ja, gerne 👍\n\nOn Mon, 30 Nov 2026 12:00 Bot <bot@bridge.example> wrote:\n\n> Hello.\n',
      },
    ]);
  });

  it('write a mail of their own, with a file', async () => {
    const { inbox, wayIn } = await botServer();
    const { mail } = await running({ wayIn });
    const files = [{ name: 'plän.txt', mime: 'text/plain', bytes: Buffer.from('abc') }];
    await mail.write(mail.person('Ann Lee'), { subject: 'Frage: Größe?', text: 'Hallo', files });
    expect(inbox.mails('bot@bridge.example')).toMatchObject([
      {
        from: { name: 'Ann Lee', address: 'ann.lee@people.example' },
        subject: 'Frage: Größe?',
        text: 'Hallo',
        attachments: [{ name: 'plän.txt', mime: 'text/plain', bytes: 3 }],
      },
    ]);
  });

  it('are away: their mailbox answers from nobody, and says that it is a machine', async () => {
    const { inbox, wayIn } = await botServer();
    const { mail, send } = await running({ wayIn });
    const ann = mail.person('Ann');
    await send(mailTo(ann.address), ann.address);
    await mail.replyAutomatically(ann, mail.mails(ann)[0]?.id ?? '');
    const [answer] = inbox.mails('bot@bridge.example');
    expect(answer?.envelope).toEqual({ from: '', to: 'bot@bridge.example' });
    expect(answer?.headers).toContainEqual({ name: 'auto-submitted', value: 'auto-replied' });
  });

  it('keep what they wrote, and can open the files of it and of what they got', async () => {
    const { wayIn } = await botServer();
    const { mail, send } = await running({ wayIn });
    const ann = mail.person('Ann');
    const files = [{ name: 'a.txt', mime: 'text/plain', bytes: Buffer.from('abc') }];
    await mail.write(ann, { subject: 'Hi', text: 'Hello', files });
    await send(mailTo(ann.address), ann.address);
    await mail.reply(ann, mail.mails(ann)[0]?.id ?? '', { text: 'Yes' });
    expect(mail.sent(ann).map(({ subject }) => subject)).toEqual(['Hi', 'Re: Hi']);
    const file = await mail.attachment(ann, mail.sent(ann)[0]?.id ?? '', 0);
    expect([file?.mime, Buffer.from(file?.bytes ?? []).toString()]).toEqual(['text/plain', 'abc']);
    expect(await mail.attachment('bo@people.example', mail.sent(ann)[0]?.id ?? '', 0)).toBeUndefined();
    expect(await mail.attachment(ann, mail.sent(ann)[0]?.id ?? '', 1)).toBeUndefined();
  });

  it('have sent nothing when the bot did not take it', async () => {
    const { mail } = await running({ wayIn: { http: { url: 'http://127.0.0.1:9/', secret: 'x' } } });
    await expect(mail.write(mail.person('Ann'), { subject: 'Hi', text: 'Hello' })).rejects.toThrow();
    expect(mail.sent('ann@people.example')).toEqual([]);
  });

  it('cannot answer a mail that is not there', async () => {
    const { mail } = await running();
    await expect(mail.reply(mail.person('Ann'), 'mail7', { text: '1' })).rejects.toThrow('There is no mail mail7');
  });
});

describe('a mailbox', () => {
  it('refuses mail, then bounces it, then takes it, as it is told to, and the watcher is told of each', async () => {
    const { wayIn } = await botServer();
    const { mail, send } = await running({ wayIn });
    const told: string[] = [];
    mail.subscribe((event) => told.push(event.type === 'refused' ? `refused ${event.handover.code}` : event.type));
    const ann = 'ann@people.example';
    expect(mail.mannerOf(ann)).toBe('takes');
    mail.setMailbox(ann, 'refuses');
    await expect(send(mailTo(ann), ann)).rejects.toMatchObject({ responseCode: 550 });
    mail.setMailbox(ann, 'bounces');
    await send(mailTo(ann), ann);
    mail.setMailbox(ann, 'takes');
    await send(mailTo(ann), ann);
    expect(told).toEqual(['refused 550', 'returned', 'mail']);
    expect([mail.mails(ann).length, mail.returned(ann).length]).toEqual([1, 1]);
  });
});

describe('a mail that cannot be delivered after all', () => {
  it('comes back to the sender of its envelope, as RFC 3464 says', async () => {
    const { inbox, wayIn } = await botServer();
    const { mail, send } = await running({ wayIn });
    mail.bounceMailTo('ann@people.example');
    await send(mailTo('ann@people.example'), 'ann@people.example', 'bot+dlv_1@bridge.example');
    await expect.poll(() => inbox.mails('bot+dlv_1@bridge.example'), { timeout: 5_000 }).toHaveLength(1);
    const [bounce] = inbox.mails('bot+dlv_1@bridge.example');
    expect(bounce?.envelope.from).toBe('');
    expect(bounce?.raw).toContain('Content-Type: multipart/report; report-type=delivery-status;');
    const parts = bounce?.raw.match(/^[A-Za-z0-9+/=]{20,}$/gm) ?? [];
    const read = parts.map((line) => Buffer.from(line, 'base64').toString()).join('');
    expect(read).toContain('Final-Recipient: rfc822; ann@people.example');
    expect(read).toContain('Status: 5.1.1');
    expect(read).toContain('message-id: <1@bridge.example>');
    expect(mail.mails('ann@people.example')).toEqual([]);
  });
});

describe('the control API', () => {
  it('does what the methods of the same names do, and tells what it cannot', async () => {
    const { mail, send } = await running();
    const call = async (action: string, given: object) => {
      const response = await fetch(`${mail.url}/emulator/${action}`, { method: 'POST', body: JSON.stringify(given) });
      return [response.status, await response.json()];
    };
    await send(mailTo('ann@people.example'), 'ann@people.example');
    expect(await call('mails', { address: 'ann@people.example' })).toMatchObject([
      200,
      { result: [{ subject: 'Hi' }] },
    ]);
    expect(await call('failNext', { step: 'rcpt', fault: { code: 450, text: '4.2.0 Later' } })).toEqual([
      200,
      { ok: true, result: true },
    ]);
    await expect(send(mailTo('ann@people.example'), 'ann@people.example')).rejects.toMatchObject({ responseCode: 450 });
    expect(await call('failNext', { step: 'tea', fault: 'reset' })).toMatchObject([400, { ok: false }]);
    expect(await call('brew', {})).toMatchObject([
      400,
      { ok: false, error: expect.stringContaining('There is no action "brew"') },
    ]);
    expect(
      (await fetch(`${mail.url}/emulator/mails`, { method: 'POST', headers: { origin: 'https://evil.example' } }))
        .status,
    ).toBe(403);
  });
});
