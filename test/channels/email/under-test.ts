import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createMailEmulator, type MailEmulator } from '../../../src/emulators/mail/index.ts';
import type { Service } from '../../../src/main.ts';
import type { AgentType } from '../../../src/protocol/agent.ts';
import { formationFolder, postTo, startFrom } from '../../e2e/service.ts';
import { command } from '../../toys/command.ts';
import type { ChannelUnderTest, Place, SendFault, Shown, Somebody } from '../contract/channel-under-test.ts';

const SECRET = 'a-secret-of-the-mail-provider';
/** Where links lead; the test follows them to where the service really is. */
const PUBLIC_URL = 'https://bridge.example';

/** The link to a page where several can be chosen. */
const SEVERAL = 'Choose…';

const FORMATION = `agent: { type: contract }
outbox: { rates: { email: off } }
links:
  github: { label: Connect GitHub, url: "https://github.com/login" }
channels:
  email: { from: "Bot <bot@bridge.example>", smtp: API_ROOT, inbound_secret: ${SECRET}, trust: token }
`;

type Mail = ReturnType<MailEmulator['mails']>[number];

const FAULTS: Readonly<Record<SendFault, Parameters<MailEmulator['failNext']>>> = {
  throttled: ['rcpt', { code: 450, text: '4.2.0 Try again in 1 second' }],
  broken: ['mail', { code: 454, text: '4.3.0 Local error' }],
  cut: ['mail', 'reset'],
  lost: ['data', 'lost'],
  refused: ['data', { code: 550, text: '5.7.1 Not here' }],
};

/** The service between a mail server and a provider that posts what comes in. People answer the last mail they got. */
export async function startMail(
  agent: AgentType,
  publicUrl: string | undefined = PUBLIC_URL,
): Promise<ChannelUnderTest> {
  const mail = await createMailEmulator();
  const folder = await formationFolder(FORMATION, mail.smtpUrl);
  const env = {
    PORT: '0',
    LOG_LEVEL: 'silent',
    FOOTBRIDGE_DATA: join(folder, 'data'),
    ...(publicUrl !== undefined && { PUBLIC_URL: publicUrl }),
  };
  let service: Service;
  let handoversSeen = 0;

  async function startService(): Promise<void> {
    service = await startFrom(folder, env, { agents: [agent], widgets: [command] });
    mail.setWayIn({ http: { url: `${service.url}/channels/email/inbound`, secret: SECRET } });
  }
  await startService();

  const personOf = ({ id }: Somebody) => mail.person('', id);
  const mailsIn = ({ address }: Place) => mail.mails(String(address.address));

  async function say(who: Somebody, place: Place, text: string, replyTo?: Shown): Promise<void> {
    const answered = replyTo?.id ?? mailsIn(place).at(-1)?.id;
    if (answered === undefined) await mail.write(personOf(who), { subject: 'A question', text });
    else await mail.reply(personOf(who), answered, { text });
  }

  /** Opens a link, checks what is to be checked, presses the button, and gives what the next page says. */
  async function press(
    one: Mail,
    label: string,
    checks: (page: string) => [string, string][] = () => [],
  ): Promise<string> {
    const link = linksIn(one).find((candidate) => candidate.label === label);
    if (!link) throw new Error(`There is no link ${label}.`);
    const page = await (await fetch(link.url.replace(PUBLIC_URL, service.url))).text();
    const [, action, ticket = ''] =
      /action="([^"]+)"><input type="hidden" name="ticket" value="([^"]+)"/.exec(page) ?? [];
    const body = new URLSearchParams([['ticket', ticket], ...checks(page)]);
    const said = await (await fetch(service.url + action, { method: 'POST', body })).text();
    return plain(/<h1>(.*?)<\/h1>/.exec(said)?.[1] ?? '');
  }

  return {
    name: 'email',
    maxMessageChars: Number.POSITIVE_INFINITY,
    person(name) {
      const { address } = mail.person(name);
      return { id: address, direct: { address: { address }, isShared: false } };
    },
    group: () => {
      throw new Error('A mail is between two.');
    },
    say,
    shown: (place) => mailsIn(place).map(shownOf),
    press: (_who, _place, { raw }, label) => press(raw as Mail, label),
    pressSeveral: (_who, _place, { raw }, labels) =>
      press(raw as Mail, SEVERAL, (page) =>
        labels.map((label) => {
          const box = checksIn(page).find((one) => one.label === label);
          if (!box) throw new Error(`There is no ${label} to check.`);
          return ['check', box.value] satisfies [string, string];
        }),
      ),
    pressNone: (_who, _place, { raw }) => press(raw as Mail, SEVERAL),
    failNextSend: (fault) => mail.failNext(...FAULTS[fault]),
    async sayTwice(who, place, text) {
      await say(who, place, text);
      await mail.repeatLast();
    },
    async echo(_place, text) {
      const { address } = mail.bot;
      const head = `From: ${address}\r\nTo: ${address}\r\nSubject: Hi\r\nMessage-ID: <1@bridge.example>`;
      await mail.handIn(`${head}\r\n\r\n${text}\r\n`, { from: address, to: address });
    },
    async unknownEvent() {
      const head = 'From: fbl@isp.example\r\nTo: bot@bridge.example\r\nMIME-Version: 1.0';
      const type = 'Content-Type: multipart/report; report-type=feedback-report; boundary=b';
      const raw = `${head}\r\n${type}\r\n\r\n--b\r\nContent-Type: message/feedback-report\r\n\r\nFeedback-Type: new\r\n--b--\r\n`;
      await mail.handIn(raw, { from: '', to: 'bot@bridge.example' });
    },
    refusals() {
      const refused = mail.handovers.slice(handoversSeen).filter(({ code }) => code !== undefined && code >= 400);
      handoversSeen = mail.handovers.length;
      return refused.map(({ to, code }) => `${code} to ${to}`);
    },
    post: (path, body) => postTo(service.url + path, body),
    async restart() {
      await service.stop();
      await startService();
    },
    async end() {
      await service.stop();
      await mail.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function linksIn({ html = '' }: Mail): { label: string; url: string }[] {
  return [...html.matchAll(/<a [^>]*href="([^"]+)"[^>]*>(.*?)<\/a>/g)].map(([, url = '', label = '']) => ({
    label: plain(label),
    url: plain(url),
  }));
}

function checksIn(page: string): { value: string; label: string }[] {
  return [...page.matchAll(/<input type="checkbox" name="check" value="(\d+)"> (.*?)<\/label>/g)].map(
    ([, value = '', label = '']) => ({ value, label: plain(label) }),
  );
}

function plain(html: string): string {
  const entities: Readonly<Record<string, string>> = {
    '&amp;': '&',
    '&lt;': '<',
    '&gt;': '>',
    '&quot;': '"',
    '&#39;': "'",
  };
  return html.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity);
}

function shownOf(one: Mail): Shown {
  const links = linksIn(one).flatMap(({ label, url }) => (url.startsWith(PUBLIC_URL) ? [label] : []));
  return {
    id: one.id,
    text: one.text.replace(/\n$/, ''),
    options: links.filter((label) => label !== SEVERAL),
    severalOptions: links.includes(SEVERAL)
      ? [...one.text.matchAll(/^\d+\. (.+)$/gm)].map(([, label = '']) => label)
      : [],
    links: [...one.text.matchAll(/^(.+): (https:\S+)$/gm)].map(([, label = '', url = '']) => ({ label, url })),
    commands: [],
    raw: one,
  };
}
