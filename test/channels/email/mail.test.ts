import { generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadCheckSender } from '../../../src/channels/email/inbound/sender/check-sender.ts';
import { subjectOf } from '../../../src/channels/email/outbound/subject.ts';
import { writeThread } from '../../../src/channels/email/outbound/thread.ts';
import { cpuClock } from '../../cpu-clock.ts';
import { FakeHost } from '../telegram/fake-host.ts';
import { connected } from './connected.ts';
import { zoneOf } from './inbound/zone.ts';
import { readTwice } from './two-readers.ts';

const ANN = 'ann@people.example';
const QUESTION = {
  to: ANN,
  subject: 'Deploy',
  text: 'Which region?\n\n1. Europe\n2. Asia',
  html: '<p>Which region?</p>\n<ol><li value="1">Europe</li><li value="2">Asia</li></ol>',
  headers: { 'Auto-Submitted': 'auto-replied' },
};

/** Sends one mail, and gives it as two parsers read it; what they read alike stands once. */
async function sent(payload: object, { settings = {}, secret }: { settings?: object; secret?: string } = {}) {
  const { mail, deliver } = await connected(settings);
  const outcome = await deliver({ ...QUESTION, ...payload }, secret === undefined ? {} : { secret });
  expect(outcome).toMatchObject({ status: 'delivered' });
  const [came] = mail.mails(ANN);
  const [first, second] = await readTwice(came?.raw ?? '');
  expect(second).toEqual(first);
  return { ...first, raw: came?.raw ?? '', outcome, mail };
}

const header = (headers: readonly string[], name: string) =>
  headers.filter((line) => line.startsWith(`${name}: `)).map((line) => line.slice(name.length + 2));

describe('two parsers read the same mail', () => {
  it('with the words as text and as HTML, choices numbered in both', async () => {
    const { text, html, from, to, raw } = await sent({});
    expect(text).toBe('Which region?\n\n1. Europe\n2. Asia');
    expect(html).toContain('<ol><li value="1">Europe</li><li value="2">Asia</li></ol>');
    expect([from, to]).toEqual(['Acme Bot <bot@bridge.example>', [ANN]]);
    expect(raw).toMatch(/^Content-Type: multipart\/alternative;/m);
  });

  it('without HTML where the formation does not want it', async () => {
    const { text, html, raw } = await sent({}, { settings: { html: false } });
    expect([text, html]).toEqual(['Which region?\n\n1. Europe\n2. Asia', '']);
    expect(raw).not.toContain('multipart');
  });

  it('in any script, first-strong, nothing of it changed [CH-65]', async () => {
    const text = 'האם זה טוב?\nعربى 1. ok\n中文 👩‍👩‍👧 ﬁ \u2067x\u2069';
    const { from, ...read } = await sent({
      text,
      html: `<p dir="auto">${text.replaceAll('\n', '<br>\n')}</p>`,
      subject: 'שאלה? 问题 👍',
      from: 'Näme Ünïcode <bot@bridge.example>',
    });
    expect(read.text).toBe(text);
    expect(read.html).toContain(`<p dir="auto">${text.replaceAll('\n', '<br>\n')}</p>`);
    expect(read.subject).toBe('שאלה? 问题 👍');
    expect(from).toBe('Näme Ünïcode <bot@bridge.example>');
  });

  it('whatever the words are, lines of any length included', { timeout: 60_000 }, async () => {
    const { mail, deliver } = await connected();
    const words = fc.string({ unit: 'grapheme', maxLength: 400 }).map((text) => text.replace(/[\p{Cc}\p{Cs}]/gu, ' '));
    const lines = fc.array(fc.oneof(words, fc.constantFrom('.', '..', 'From me', '', '-- ', 'x'.repeat(2_000))));
    for (const [at, text] of fc.sample(lines, { numRuns: 100, seed: 7 }).entries()) {
      const said = `Begin\n${text.join('\n')}\nend`;
      const to = `reader${at}@people.example`;
      expect(await deliver({ to, subject: text[0], text: said })).toMatchObject({ status: 'delivered' });
      const [first, second] = await readTwice(mail.mails(to)[0]?.raw ?? '');
      expect(second).toEqual(first);
      expect(first.text).toBe(said);
    }
  });

  it('with a file, under a name that is safe on any disk', async () => {
    const file = { name: '../../etc/naïve\r\nBcc: evil@x.example.txt', mime: 'text/plain', data: 'aMOp' };
    const { attachments, headers } = await sent({ text: 'plan.txt', html: undefined, file });
    expect(attachments).toEqual([{ name: 'naïve Bcc: evil@x.example.txt', mime: 'text/plain', content: 'hé' }]);
    expect(header(headers, 'bcc')).toEqual([]);
  });
});

describe('a mail that answers one', () => {
  it('stands in its thread: In-Reply-To, the whole References, one Re: [CH-69]', async () => {
    const references = Array.from({ length: 30 }, (_, at) => `<${'0123456789'.repeat(3)}.${at}@mail.people.example>`);
    const secret = writeThread({ messageId: '<asked@people.example>', references });
    const read = await sent({ subject: 'RE: AW: Re[2]: Order 7' }, { secret });
    expect(read.inReplyTo).toBe('<asked@people.example>');
    expect(read.references).toBe([...references, '<asked@people.example>'].join(' '));
    expect(read.subject).toBe('Re: Order 7');
    expect(Math.max(...read.raw.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(78);
  });

  it('has its subject in no time, whatever stands there', () => {
    const spentMs = cpuClock();
    expect(subjectOf(`Re${' '.repeat(200_000)}x`, { isAnswer: true })).toBe('Re: Re x');
    expect(spentMs()).toBeLessThan(1_000);
  });

  it('keeps the first and the last of a thread that is too long for a header', async () => {
    const references = Array.from({ length: 300 }, (_, at) => `<${'0123456789'.repeat(3)}.${at}@mail.people.example>`);
    const secret = writeThread({ messageId: '<asked@people.example>', references });
    const kept = (await sent({}, { secret })).references.split(' ');
    expect(kept[0]).toBe(references[0]);
    expect(kept.slice(1)).toEqual([...references, '<asked@people.example>'].slice(-kept.length + 1));
    expect(kept.join(' ').length).toBeGreaterThan(5_900);
    expect(kept.join(' ').length).toBeLessThanOrEqual(6_000);
  });

  it('says that a machine wrote it, to whom an absence need not be told but a failure is', async () => {
    const secret = writeThread({ messageId: '<asked@people.example>', references: [] });
    const named = { 'x-loop': 'x', 'x-auto-response-suppress': 'x', 'auto-submitted': 'no' };
    const settings = { unsubscribe: 'https://acme.example/stop' };
    const { headers } = await sent({ headers: named }, { secret, settings });
    expect(header(headers, 'auto-submitted')).toEqual(['auto-replied']);
    expect(header(headers, 'x-loop')).toEqual(['bot@bridge.example']);
    expect(header(headers, 'x-auto-response-suppress')).toEqual(['DR, RN, NRN, OOF, AutoReply']);
    expect(header(headers, 'list-unsubscribe')).toEqual([]);
  });

  it('is known as one by the headers that another runtime wrote', async () => {
    const read = await sent({
      subject: 'Order',
      headers: { 'in-reply-to': '<a@x.example>', References: '<0@x.example>' },
    });
    expect([read.inReplyTo, read.references, read.subject]).toEqual([
      '<a@x.example>',
      '<0@x.example> <a@x.example>',
      'Re: Order',
    ]);
  });

  it('does not take "null" for a Message-ID', async () => {
    const read = await sent({ headers: { 'In-Reply-To': 'null', References: 'null' } });
    expect([read.inReplyTo, read.references, read.subject]).toEqual(['', '', 'Deploy']);
  });
});

describe('a mail that nobody asked for', () => {
  it('says so, and where to say that it is enough', async () => {
    const { headers } = await sent({}, { settings: { unsubscribe: 'https://acme.example/stop?who={address}' } });
    expect(header(headers, 'auto-submitted')).toEqual(['auto-generated']);
    expect(header(headers, 'list-unsubscribe')).toEqual(['<https://acme.example/stop?who=ann%40people.example>']);
    expect(header(headers, 'list-unsubscribe-post')).toEqual(['List-Unsubscribe=One-Click']);
  });

  it('offers no one click where only a mail can be sent', async () => {
    const { headers } = await sent({}, { settings: { unsubscribe: 'mailto:stop@acme.example' } });
    expect(header(headers, 'list-unsubscribe')).toEqual(['<mailto:stop@acme.example>']);
    expect(header(headers, 'list-unsubscribe-post')).toEqual([]);
  });
});

describe('nothing that somebody wrote becomes a header or a recipient [CH-73]', () => {
  it.each([
    ['subject', { subject: 'Hi\r\nBcc: evil@x.example\r\n\r\nBody' }],
    ['name', { from: { name: 'Bot\r\nBcc: evil@x.example', address: 'bot@bridge.example' } }],
    ['name of the reader', { to: { name: '"Ann" <evil@x.example>, ', address: ANN } }],
    ['value of a header', { headers: { 'X-Note': 'a\r\nBcc: evil@x.example' } }],
    [
      'name of a header',
      { headers: { 'X: a\r\nBcc': 'evil@x.example', Bcc: 'evil@x.example', 'To ': 'evil@x.example' } },
    ],
    ['thread', { headers: { 'In-Reply-To': '<a@x.example>\r\nBcc: evil@x.example' } }],
  ])('of a %s', async (_what, payload) => {
    const { headers, to, mail } = await sent(payload);
    expect(header(headers, 'bcc')).toEqual([]);
    expect(to.map((reader) => reader.replace(/^.*<(.*)>$/, '$1'))).toEqual([ANN]);
    expect(mail.addresses()).toEqual([ANN]);
  });

  it.each([
    'ann@people.example\r\nRCPT TO:<evil@x.example>',
    'ann@people.example, evil@x.example',
    'ann@people.example <evil@x.example>, b@x.example',
    'Ann <ann@people.example> <evil@x.example>',
    '"ann@people.example"@x.example',
    'ann',
    '',
  ])('of a recipient %j, who is refused', async (to) => {
    const { mail, deliver } = await connected();
    expect(await deliver({ ...QUESTION, to })).toEqual({
      status: 'refused',
      reason: 'The payload is no mail. to: is not one mail address',
    });
    expect(mail.handovers).toEqual([]);
  });

  it("of a template, where the channel's own headers stand", async () => {
    const { headers } = await sent({
      headers: { 'Reply-To': 'evil@x.example', Sender: 'e@x.example', 'Message-ID': '<1@x>', 'X-Team': 'blue' },
    });
    expect(header(headers, 'reply-to')[0]).toMatch(/<bot\+[0-9a-z]{23}@bridge\.example>$/);
    expect(header(headers, 'sender')).toEqual([]);
    expect(header(headers, 'message-id')).toEqual(['<dlv_mik2abcd0123456789abcdef0123@bridge.example>']);
    expect(header(headers, 'x-team')).toEqual(['blue']);
  });
});

describe('a mail is signed', () => {
  it('with DKIM, From and Subject included, where a key is set', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const dkim = { domain: 'bridge.example', selector: 'mail', private_key: pem.replaceAll('\n', '\\n') };
    const { headers, raw } = await sent({ subject: 'Größe: wählen', text: 'Ü\n.\nx' }, { settings: { dkim } });
    const [signature = ''] = header(headers, 'dkim-signature');
    expect(signature).toMatch(/ d=bridge\.example;.* s=mail;/);
    const names = /[; ]h=([^;]*);/.exec(signature)?.[1]?.replace(/\s/g, '').toLowerCase().split(':');
    expect(names).toEqual(expect.arrayContaining(['from', 'to', 'subject', 'message-id']));
    const zone = zoneOf({
      'TXT _dmarc.bridge.example': ['v=DMARC1; p=reject'],
      'TXT mail._domainkey.bridge.example': [
        `v=DKIM1; k=rsa; p=${publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`,
      ],
    });
    const vouchesFor = await loadCheckSender('people.example', zone);
    const client = { ip: '203.0.113.5', helo: 'mail.bridge.example', from: 'bot@bridge.example' };
    expect(await vouchesFor(Buffer.from(raw, 'latin1'), client)).toBe('bot@bridge.example');
    expect(await vouchesFor(Buffer.from(raw.replace(/^Subject: .*$/m, 'Subject: x'), 'latin1'), client)).not.toBe(
      'bot@bridge.example',
    );
  });
});

describe('a file that cannot be attached', () => {
  it('is named with its link, and noted', async () => {
    const file = { name: 'plan.pdf', mime: 'application/pdf', url: 'https://files.example/plan.pdf' };
    const { text, attachments, outcome } = await sent({ text: 'plan.pdf', html: undefined, file });
    expect([text, attachments]).toEqual(['plan.pdf: https://files.example/plan.pdf', []]);
    expect(outcome).toMatchObject({ notes: [{ code: 'file_as_text' }] });
  });

  it('but one that can be fetched is attached', async () => {
    const host = new FakeHost();
    host.openUrl = async () => ({
      body: (async function* () {
        yield Buffer.from('abc');
      })(),
    });
    const { mail, deliver } = await connected({}, { host });
    await deliver({ ...QUESTION, file: { name: 'a.txt', mime: 'text/plain', url: 'https://files.example/a' } });
    expect(mail.mails(ANN)[0]?.attachments).toEqual([{ name: 'a.txt', mime: 'text/plain', bytes: 3 }]);
  });
});
