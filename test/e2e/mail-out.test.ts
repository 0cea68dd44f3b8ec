import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMailEmulator, type MailEmulator } from '../../src/emulators/mail/index.ts';
import type { Service } from '../../src/main.ts';
import { formationFolder, postTo, REPLIES, startFrom } from './service.ts';

const FORMATION = `${REPLIES}
outbox: { rates: { email: off } }
channels:
  email: { from: "Acme Bot <bot@bridge.example>", smtp: API_ROOT }
`;

const QUESTION = {
  text: 'Which region should I deploy to?',
  clarification: {
    prompt: 'Which region should I deploy to?',
    choices: [
      { value: 'us', label: 'United States' },
      { value: 'eu', label: 'Europe & co' },
    ],
  },
};

describe('a question that is sent by mail', () => {
  let mail: MailEmulator;
  let service: Service;
  let folder: string;
  beforeAll(async () => {
    mail = await createMailEmulator();
    folder = await formationFolder(FORMATION, mail.smtpUrl);
    const env = { PORT: '0', LOG_LEVEL: 'silent', FOOTBRIDGE_DATA: join(folder, 'data') };
    service = await startFrom(folder, { ...env, PUBLIC_URL: 'https://bridge.example' });
  });
  afterAll(async () => {
    await service?.stop();
    await mail?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const mailsOf = (address: string, count: number) =>
    expect.poll(() => mail.mails(address).length, { timeout: 10_000, interval: 20 }).toBe(count);

  async function ask(address: string) {
    const to = { channel: 'email', address: { address, subject: 'Deploy' } };
    expect((await postTo(`${service.url}/v1/turns`, { to, turn: QUESTION })).status).toBe(202);
    await mailsOf(address, 1);
    const html = mail.mails(address)[0]?.html ?? '';
    const links = [...html.matchAll(/href="https:\/\/bridge\.example([^"]+)"/g)].map(
      ([, path = '']) => service.url + path,
    );
    return { links };
  }

  /** Opens a link as a browser does, and gives what the page's button posts. */
  async function open(link: string) {
    const response = await fetch(link);
    const page = await response.text();
    const [, action = '', ticket = ''] =
      /<form method="post" action="([^"]+)"><input type="hidden" name="ticket" value="([^"]+)">/.exec(page) ?? [];
    return {
      response,
      page,
      post: () => fetch(service.url + action, { method: 'POST', body: new URLSearchParams({ ticket }) }),
    };
  }

  it('is answered by a link, whose page only shows it until its button is pressed [HI-90]', async () => {
    const { links } = await ask('ann@people.example');
    expect(links).toHaveLength(2);
    const { response, page, post } = await open(links[1] ?? '');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-security-policy')).toMatch(/form-action 'self'; frame-ancestors 'none'$/);
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(page).toContain('<h1>Which region should I deploy to?</h1>');
    expect(page).toContain('Send: Europe &amp; co</button>');
    for (const link of links) await fetch(link, { method: 'HEAD' });

    const posted = await post();
    expect(await posted.text()).toContain('<h1>Recorded: Europe &amp; co</h1>');
    await mailsOf('ann@people.example', 2);
    const [question, answer] = mail.mails('ann@people.example');
    expect(answer).toMatchObject({
      subject: 'Re: Deploy',
      text: 'Deploying to eu.',
      inReplyTo: question?.messageId,
      references: [question?.messageId],
    });
    expect(question?.headers).toContainEqual({ name: 'auto-submitted', value: 'auto-generated' });
    expect(answer?.headers).toContainEqual({ name: 'auto-submitted', value: 'auto-replied' });

    // The same press once more is told what the first one was.
    expect(await (await post()).text()).toContain('Recorded: Europe &amp; co');
    expect(await (await (await open(links[0] ?? '')).post()).text()).toContain('Already answered: Europe &amp; co');
    expect(mail.mails('ann@people.example')).toHaveLength(2);
  });

  it('is not answered by a link that was changed', async () => {
    const { links } = await ask('bea@people.example');
    const end = links[0]?.endsWith('AAA') ? 'BBB' : 'AAA';
    const { response, page } = await open(`${links[0]?.slice(0, -3)}${end}`);
    expect([response.status, page]).toEqual([404, expect.stringContaining('This link leads nowhere')]);
    const forged = await fetch(`${service.url}/channels/email/answer`, {
      method: 'POST',
      body: new URLSearchParams({ ticket: 'x' }),
    });
    expect(forged.status).toBe(410);
    expect((await fetch(`${service.url}/channels/email/answer`, { method: 'PUT' })).status).toBe(405);
  });

  it('goes out once the server takes it, in order, each once', async () => {
    mail.failNext('rcpt', { code: 450, text: '4.2.0 Greylisted, try again in 1 second' });
    mail.failNext('connect', 'reset');
    const to = { channel: 'email', address: { address: 'cal@people.example' } };
    for (const text of ['one', 'two', 'three']) await postTo(`${service.url}/v1/turns`, { to, turn: { text } });
    await mailsOf('cal@people.example', 3);
    expect(mail.mails('cal@people.example').map(({ text }) => text)).toEqual(['one', 'two', 'three']);
  });
});
