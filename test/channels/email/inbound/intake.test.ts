import { expect, it } from 'vitest';
import { mailOf, openIntake } from './mails.ts';

const WITH_FILE = mailOf(
  { 'MIME-Version': '1.0', 'Content-Type': 'multipart/mixed; boundary=b', 'Message-ID': '<f1@customer.example>' },
  '--b\nContent-Type: text/plain\n\nhere it is\n--b\nContent-Type: application/pdf\nContent-Disposition: attachment; filename=plan.pdf\nContent-Transfer-Encoding: base64\n\nYWJj\n--b--',
);

it('a kept mail is read again as it was taken', async () => {
  const { host, intake, post, replyAddress } = await openIntake({ trust: 'token' });
  const mails = [
    WITH_FILE,
    mailOf({ To: replyAddress('email:ann@customer.example'), 'In-Reply-To': '<q@bridge.example>' }, '2'),
    Buffer.from(
      'From: a@w.example\r\nContent-Type: text/plain; charset=windows-1252\r\n\r\ncaf\xe9 \x80\x00',
      'latin1',
    ),
  ];
  for (const mail of mails) await post(mail);
  expect(host.inbounds).toHaveLength(3);
  for (const inbound of host.inbounds) expect(await intake.decode(inbound.raw)).toEqual(inbound);
  expect(host.inbounds[1]?.event).toMatchObject({ typed: '2', repliesTo: '<q@bridge.example>' });
  expect(host.inbounds[2]?.event).toMatchObject({ text: 'café €' });
});

it('its answer goes into its thread', async () => {
  const { host, post } = await openIntake();
  await post(mailOf({ 'Message-ID': '<m2@x.example>', References: '<m0@x.example>\r\n <m1@x.example>' }, 'hello'));
  expect(host.inbounds[0]?.secret).toBe('<m0@x.example> <m1@x.example> <m2@x.example>');
});

it('the bytes of its files can be had while it is kept', async () => {
  const { host, intake, post } = await openIntake();
  await post(WITH_FILE);
  const event = host.inbounds[0]?.event;
  const [file] = event?.type === 'message' ? event.files : [];
  expect(file).toMatchObject({ name: 'plan.pdf', mime: 'application/pdf', sizeBytes: 3 });
  const opened = await intake.openFile(file?.ref ?? '', AbortSignal.timeout(5_000));
  const bytes = await chunksOf(opened.body);
  expect([Buffer.concat(bytes).toString(), opened.sizeBytes]).toEqual(['abc', 3]);

  host.inbounds.length = 0;
  for (const ref of [file?.ref ?? '', 'x', `mail_${'0'.repeat(40)}.0`]) {
    await expect(intake.openFile(ref, AbortSignal.timeout(5_000))).rejects.toMatchObject({ code: 'download_failed' });
  }
});

it('the same mail has one key whichever way it comes, and two senders never share one', async () => {
  const { host, post } = await openIntake();
  const mail = { 'Message-ID': '<same@x.example>' };
  await post(mailOf(mail, 'hello'));
  await post(mailOf({ ...mail, Received: 'from elsewhere' }, 'hello'));
  await post(mailOf({ ...mail, From: 'eve@customer.example' }, 'hello'));
  const [first, again, other] = host.inbounds.map(({ dedupeKey }) => dedupeKey);
  expect(again).toBe(first);
  expect(other).not.toBe(first);
});

it('a mail without a Message-ID is known by its bytes', async () => {
  const { host, post } = await openIntake();
  for (const text of ['hello', 'hello', 'hello!']) await post(mailOf({}, text));
  const [first, again, other] = host.inbounds.map(({ dedupeKey }) => dedupeKey);
  expect(first).toMatch(/^mail_[0-9a-f]{40}$/);
  expect(again).toBe(first);
  expect(other).not.toBe(first);
});

it('counts against the caps of its sender and of its thread', async () => {
  const { host, post } = await openIntake({ caps: { per_sender_per_day: 24, per_thread_per_day: 12 } });
  await post(mailOf({ 'Message-ID': '<m1@x.example>', References: '<m0@x.example>' }, 'hello'));
  await post(mailOf({ 'Message-ID': '<m0@x.example>' }, 'the first one'));
  const caps = host.inbounds.map(({ event }) => (event.type === 'message' ? event.caps : undefined));
  expect(caps[0]).toEqual([
    { bucket: 'sender email:unverified:ann@customer.example', rate: { perSecond: 24 / 86_400, burst: 24 } },
    {
      bucket: expect.stringMatching(/^thread email:unverified:.+ [0-9a-f]{16}$/),
      rate: { perSecond: 12 / 86_400, burst: 12 },
    },
  ]);
  expect(caps[1]?.[1]).toEqual(caps[0]?.[1]);
});

it('whoever is not proven uses up nobody else’s limits', async () => {
  const { host, post, replyAddress } = await openIntake({ trust: 'token' });
  await post(mailOf({}, 'hello'));
  await post(mailOf({ To: replyAddress('email:ann@customer.example') }, 'hello'));
  expect(host.inbounds.map(({ isNameless }) => isNameless)).toEqual([true, undefined]);
});

it('a bounce fails its delivery, and says so once it is known', async () => {
  const { host, post } = await openIntake();
  const delivery = 'dlv_mik2abcd0123456789abcdef0123';
  const report = (action: string) =>
    mailOf(
      {
        From: 'MAILER-DAEMON@mx.example',
        To: `bot+${delivery}@bridge.example`,
        'Content-Type': 'multipart/report; report-type=delivery-status; boundary=b',
      },
      `--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx\n\nAction: ${action}\nStatus: 5.1.1\n--b--`,
    );
  expect(await post(report('delayed'))).toMatchObject({ status: 200, body: { status: 'ignored' } });
  expect(host.failed.size).toBe(0);
  expect(await post(report('failed'))).toMatchObject({ status: 200, body: { status: 'ignored' } });
  expect([...host.failed]).toEqual([[delivery, 'bounced 5.1.1']]);
  expect(host.inbounds).toEqual([]);
});

it('a bounce that comes before its delivery is settled is not forgotten', async () => {
  const { host, post } = await openIntake();
  const asked: string[] = [];
  host.deliveryFailed = async (id) => asked.push(id) > 2;
  const delivery = 'dlv_mik2abcd0123456789abcdef0123';
  const headers = {
    From: 'MAILER-DAEMON@mx.example',
    To: `bot+${delivery}@bridge.example`,
    'Content-Type': 'multipart/report; report-type=delivery-status; boundary=b',
  };
  await post(mailOf(headers, '--b\nContent-Type: message/delivery-status\n\nAction: failed\nStatus: 5.1.1\n--b--'));
  await expect.poll(() => asked, { timeout: 10_000, interval: 20 }).toEqual([delivery, delivery, delivery]);
});

it('what no agent hears leaves one line in the log, without who or what', async () => {
  const { host, post } = await openIntake();
  await post(mailOf({ 'Auto-Submitted': 'auto-replied', Subject: 'private words' }, 'private words'));
  await post(mailOf({ From: 'bot@bridge.example' }, 'private words'));
  expect(host.lines.map(({ level, message }) => [level, message])).toEqual([
    ['info', 'a machine wrote this mail; nobody is asked'],
    ['warn', 'a mail of our own came back; look for a loop'],
  ]);
  expect(host.logged).not.toMatch(/private words|ann@/);
});

async function chunksOf(body: AsyncIterable<Uint8Array>): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return chunks;
}
