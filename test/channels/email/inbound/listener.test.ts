import { createServer } from 'node:net';
import nodemailer from 'nodemailer';
import { expect, it, onTestFinished } from 'vitest';
import type { Envelope } from '../../../../src/channels/email/inbound/read/mail.ts';
import type { CheckSender } from '../../../../src/channels/email/inbound/sender/check-sender.ts';
import { createListener, type ListenerDeps } from '../../../../src/channels/email/inbound/sources/listener.ts';
import { FakeHost } from '../../telegram/fake-host.ts';
import { mailOf, openIntake } from './mails.ts';

async function listening(given: Partial<ListenerDeps> = {}) {
  const taken: { raw: string; envelope: Envelope | undefined }[] = [];
  const { log } = new FakeHost();
  let onListening: (port: number) => void = () => {};
  const listens = new Promise<number>((resolve) => {
    onListening = resolve;
  });
  const source = await createListener({
    listen: { host: '127.0.0.1', port: 0 },
    mailbox: 'bot@bridge.example',
    maxMailBytes: 100_000,
    hasRelay: false,
    checkSender: async () => '',
    take: async (raw, envelope) => {
      taken.push({ raw: raw.toString(), envelope });
      return 'accepted';
    },
    log,
    onListening,
    ...given,
  });
  source.start();
  onTestFinished(() => source.stop());
  const transport = nodemailer.createTransport({ host: '127.0.0.1', port: await listens, ignoreTLS: true });
  onTestFinished(() => transport.close());
  const send = (raw: Buffer, to: string | string[] = 'bot@bridge.example', from = 'ann@customer.example') =>
    transport.sendMail({ envelope: { from, to }, raw });
  return { source, taken, send };
}

it('takes mail for our address and its plus-addresses, byte for byte, with its envelope', async () => {
  const { taken, send } = await listening({ checkSender: async () => 'ann@customer.example' });
  const mail = mailOf({ 'Message-ID': '<a@b.example>' }, '.a line with a dot\nsecond');
  await send(mail, 'BOT+abc@Bridge.Example');
  expect(taken).toEqual([
    {
      raw: mail.toString(),
      envelope: { from: 'ann@customer.example', to: ['BOT+abc@bridge.example'], vouchedFor: 'ann@customer.example' },
    },
  ]);
});

it('takes mail for nobody else: it is no relay', async () => {
  const { taken, send } = await listening();
  await expect(send(mailOf({}, 'x'), 'someone@bridge.example')).rejects.toMatchObject({ responseCode: 550 });
  await expect(send(mailOf({}, 'x'), 'bot@elsewhere.example')).rejects.toMatchObject({ responseCode: 550 });
  expect(taken).toEqual([]);
});

it('the null sender is told apart from none', async () => {
  const { taken, send } = await listening();
  await send(mailOf({}, 'x'), 'bot@bridge.example', '');
  expect(taken[0]?.envelope?.from).toBe('');
});

it('the sender is checked as the client came', async () => {
  const asked: unknown[] = [];
  const checkSender: CheckSender = async (_raw, client) => {
    asked.push(client);
    return '';
  };
  const { send } = await listening({ checkSender });
  await send(mailOf({}, 'x'));
  expect(asked).toEqual([{ ip: '127.0.0.1', helo: expect.any(String), from: 'ann@customer.example' }]);
});

it('where a mail server of ours stands before it, that one has checked', async () => {
  const { taken, send } = await listening({
    hasRelay: true,
    checkSender: () => Promise.reject(new Error('must not be asked')),
  });
  await send(mailOf({}, 'x'));
  expect(taken[0]?.envelope).toEqual({ from: 'ann@customer.example', to: ['bot@bridge.example'] });
});

it.each([
  ['what cannot be kept', { take: () => Promise.reject(new Error('the disk is full')) }, 451],
  ['what the DNS cannot tell yet', { checkSender: async () => undefined }, 451],
  ['what is no mail', { take: async () => 'unreadable' as const }, 554],
  ['what is too large as announced', { maxMailBytes: 1 }, 552],
])('%s is refused in the words of SMTP', async (_what, given, code) => {
  const { send } = await listening(given);
  await expect(send(mailOf({}, 'hello'))).rejects.toMatchObject({ responseCode: code });
});

it('a port that is taken is tried again, and readiness tells', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const { port } = other.address() as { port: number };
  const { intake } = await openIntake({ listen: { host: '127.0.0.1', port } });
  intake.start();
  onTestFinished(() => intake.stop());
  const soon = { timeout: 20_000, interval: 20 };
  await expect.poll(() => intake.readiness().reason, soon).toMatch(/^Cannot listen for mail on 127\.0\.0\.1:\d+: /);
  other.close();
  await expect.poll(() => intake.readiness(), soon).toEqual({ ready: true });
});
