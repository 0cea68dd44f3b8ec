import { generateKeyPairSync } from 'node:crypto';
import nodemailer from 'nodemailer';
import { expect, it } from 'vitest';
import { loadCheckSender } from '../../../../src/channels/email/inbound/sender/check-sender.ts';
import { mailOf } from './mails.ts';
import { timesOut, zoneOf } from './zone.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const KEY = `v=DKIM1; k=rsa; p=${publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`;
const DMARC = { 'TXT _dmarc.customer.example': ['v=DMARC1; p=reject'] };
const DKIM = { 'TXT s1._domainkey.customer.example': [KEY] };
const SPF = { 'TXT customer.example': ['v=spf1 ip4:203.0.113.5 -all'] };
const client = { ip: '203.0.113.5', helo: 'mail.customer.example', from: 'ann@customer.example' };

async function signed(from = 'ann@customer.example'): Promise<Buffer> {
  const transport = nodemailer.createTransport({
    streamTransport: true,
    buffer: true,
    dkim: {
      domainName: 'customer.example',
      keySelector: 's1',
      privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    },
  });
  const { message } = await transport.sendMail({ from, to: 'bot@bridge.example', subject: 'Hi', text: 'Europe' });
  return message as Buffer;
}

const check = async (raw: Buffer, zone: Parameters<typeof zoneOf>[0], by = client) =>
  (await loadCheckSender('bridge.example', zoneOf(zone)))(raw, by);

it('a domain vouches for its mail by a signature', async () => {
  const elsewhere = { ...client, ip: '198.51.100.1' };
  expect(await check(await signed(), { ...DMARC, ...DKIM }, elsewhere)).toBe('ann@customer.example');
});

it('a domain vouches for its mail by the machines that send it', async () => {
  expect(await check(mailOf({}, 'Europe'), { ...DMARC, ...SPF })).toBe('ann@customer.example');
});

it('nobody vouches for a mail from elsewhere, nor for one that was changed', async () => {
  const elsewhere = { ...client, ip: '198.51.100.1' };
  expect(await check(mailOf({}, 'Europe'), { ...DMARC, ...SPF }, elsewhere)).toBe('');
  const changed = Buffer.from((await signed()).toString().replace('Europe', 'Africa'));
  expect(await check(changed, { ...DMARC, ...DKIM })).toBe('');
});

it("another domain's signature vouches for nothing", async () => {
  const forged = await signed('ann@bank.example');
  expect(await check(forged, { ...DKIM, 'TXT _dmarc.bank.example': ['v=DMARC1; p=none'] })).toBe('');
});

it('a domain without a policy vouches for nothing', async () => {
  expect(await check(await signed(), DKIM)).toBe('');
});

it('a DNS that does not answer tells nothing, so the mail is to come again', async () => {
  expect(await check(await signed(), { ...DKIM, 'TXT _dmarc.customer.example': timesOut })).toBeUndefined();
});

it('of two From headers none is believed', async () => {
  const two = Buffer.concat([Buffer.from('From: eve@evil.example\r\n'), mailOf({}, 'Europe')]);
  expect(await check(two, { ...DMARC, ...SPF })).toBe('');
});
