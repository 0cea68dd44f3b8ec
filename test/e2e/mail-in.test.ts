import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createMailEmulator, type MailEmulator } from '../../src/emulators/mail/index.ts';
import type { Service } from '../../src/main.ts';
import { formationFolder, REPLIES, startFrom } from './service.ts';

const SECRET = 'a-secret-of-the-provider';
type Person = ReturnType<MailEmulator['person']>;
const soon = { timeout: 10_000, interval: 20 };

async function started(settings: string): Promise<{ mail: MailEmulator; service: Service }> {
  const mail = await createMailEmulator();
  const formation = `${REPLIES}
outbox: { rates: { email: off } }
channels:
  email: { from: "Bot <bot@bridge.example>", smtp: API_ROOT, inbound_secret: ${SECRET}, ${settings} }
`;
  const folder = await formationFolder(formation, mail.smtpUrl);
  const service = await startFrom(folder, { PORT: '0', LOG_LEVEL: 'silent', FOOTBRIDGE_DATA: join(folder, 'data') });
  mail.setWayIn({ http: { url: `${service.url}/channels/email/inbound`, secret: SECRET } });
  onTestFinished(async () => {
    await service.stop();
    await mail.close();
    await rm(folder, { recursive: true, force: true });
  });
  return { mail, service };
}

/** The mail number `count`, once it is there. */
async function mailNumber(count: number, { mail, of }: { mail: MailEmulator; of: Person }) {
  await expect.poll(() => mail.mails(of).length, soon).toBe(count);
  const last = mail.mails(of).at(-1);
  if (!last) throw new Error('there is no mail');
  return last;
}

async function deadDeliveries({ url }: Service): Promise<{ reason: string }[]> {
  const response = await fetch(`${url}/v1/deliveries?status=dead`);
  return ((await response.json()) as { data: { reason: string }[] }).data;
}

it('a question that came by mail is answered by its number, in its thread', async () => {
  const { mail } = await started('trust: token');
  const ann = mail.person('Ann');
  await mail.write(ann, { subject: 'Release', text: 'deploy it, please' });
  const question = await mailNumber(1, { mail, of: ann });
  expect(question.text).toContain('1. United States\n2. Europe');
  expect(question.replyTo.address).toMatch(/^bot\+[0-9a-z]{23}@bridge\.example$/);

  await mail.reply(ann, question.id, { text: '2.\n\nThanks, Ann' });
  const answer = await mailNumber(2, { mail, of: ann });
  expect(answer).toMatchObject({ subject: 'Re: Release', text: 'Deploying to eu.' });
  expect(answer.references).toContain(question.messageId);
});

it('without DMARC the same reply is ordinary text, and the question stays open', async () => {
  const { mail } = await started('trust: dmarc, authserv_id: mx.bridge.example');
  const ann = mail.person('Ann');
  await mail.write(ann, { subject: 'Release', text: 'deploy it, please' });
  const question = await mailNumber(1, { mail, of: ann });
  await mail.reply(ann, question.id, { text: '2' });
  expect((await mailNumber(2, { mail, of: ann })).text).toBe('You said: 2');
});

it('nobody answers for another: a mail that was passed on opens nothing', async () => {
  const { mail } = await started('trust: token');
  const [ann, eve] = [mail.person('Ann'), mail.person('Eve')];
  await mail.write(ann, { subject: 'Release', text: 'deploy it, please' });
  const question = await mailNumber(1, { mail, of: ann });
  await mail.handIn(
    `From: ${eve.address}\r\nTo: ${question.replyTo.address}\r\nMessage-ID: <e1@people.example>\r\n\r\n2\r\n`,
    {
      from: eve.address,
      to: question.replyTo.address,
    },
  );
  expect((await mailNumber(1, { mail, of: eve })).text).toBe('You said: 2');
  await mail.reply(ann, question.id, { text: 'europe' });
  expect((await mailNumber(2, { mail, of: ann })).text).toBe('Deploying to eu.');
});

it('a mail that comes twice is answered once', async () => {
  const { mail } = await started('trust: token');
  const ann = mail.person('Ann');
  await mail.write(ann, { subject: 'Hello', text: 'first' });
  await mail.repeatLast();
  await mail.write(ann, { subject: 'Hello again', text: 'second' });
  await mailNumber(2, { mail, of: ann });
  expect(mail.mails(ann).map(({ text }) => text)).toEqual(['You said: first', 'You said: second']);
});

it('no machine is answered, and what comes back is a dead delivery with its reason [CH-66]', async () => {
  const { mail, service } = await started('trust: token');
  const [ann, bob] = [mail.person('Ann'), mail.person('Bob')];
  await mail.write(ann, { subject: 'Hello', text: 'first' });
  const first = await mailNumber(1, { mail, of: ann });
  await mail.replyAutomatically(ann, first.id);

  mail.bounceMailTo(bob.address);
  await mail.write(bob, { subject: 'Hello', text: 'who am I' });
  await expect
    .poll(() => deadDeliveries(service), soon)
    .toMatchObject([{ reason: expect.stringMatching(/^bounced 5\./) }]);

  await mail.write(ann, { subject: 'Hello', text: 'second' });
  await mailNumber(2, { mail, of: ann });
  expect(mail.mails(ann).map(({ text }) => text)).toEqual(['You said: first', 'You said: second']);
});

it('two robots that answer each other stop', async () => {
  const { mail } = await started('trust: token, caps: { per_thread_per_day: 3 }');
  const robot = mail.person('Robot');
  await mail.write(robot, { subject: 'Ping', text: 'ping 0' });
  for (let round = 1; round <= 5; round++) {
    await expect.poll(() => mail.mails(robot).length, soon).toBe(Math.min(round, 3));
    const last = mail.mails(robot).at(-1);
    if (last) await mail.reply(robot, last.id, { text: `ping ${round}` });
  }
  // Another thread shows that the earlier ones are through.
  await mail.write(robot, { subject: 'Other', text: 'other' });
  expect((await mailNumber(4, { mail, of: robot })).text).toBe('You said: other');
});
