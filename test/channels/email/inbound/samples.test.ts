import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readMail } from './reader.ts';
import { noSamples, sampleFolder, sampleMail } from './samples.ts';

/** What becomes of every sample mail; of a message, what is worth a look. */
const OUTCOMES: Record<string, object> = {
  'attachments-rfc2231-inline.eml': {
    kind: 'message',
    text: 'see',
    subject: 'files',
    files: [
      { name: 'logo.png', mime: 'image/png', sizeBytes: 70 },
      { name: 'passwd.txt', mime: 'text/plain', sizeBytes: 5 },
    ],
  },
  'auto-generated-noreply.eml': { kind: 'automatic', reason: 'auto_submitted' },
  'auto-reply-vacation.eml': { kind: 'automatic', reason: 'auto_submitted' },
  'bounce-postfix-dsn.eml': { kind: 'bounce', delivery: undefined, isFinal: true, reason: 'bounced 5.1.1' },
  'charset-iso-2022-jp.eml': {
    kind: 'message',
    from: { address: 'yamada@jp.example', name: '山田' },
    subject: 'Password:「RE: 電子メール情報漏洩対策システムテストメールです。」',
    text: 'げりがとうご',
  },
  'charset-windows-1252-8bit.eml': { kind: 'message', text: 'café €5 “q”' },
  'format-flowed-delsp.eml': { kind: 'message', text: 'This is one long paragraph that was wrapped.' },
  'html-only.eml': { kind: 'message', text: 'Hello bot\n\nline2 & more' },
  'long-references.eml': { kind: 'message', text: 'ok', inReplyTo: '<m98@bridge.example>' },
  'no-message-id-no-date.eml': { kind: 'message', text: 'hello', subject: '', from: { address: 'old@mta.example' } },
  'outlook-thread-index-no-references.eml': { kind: 'message', text: 'Yes', firstLine: 'Yes', references: [] },
  'own-loop-same-message-id.eml': { kind: 'own' },
  'reply-alternative-threaded.eml': {
    kind: 'message',
    from: { address: 'ann@customer.example', name: 'Ann Example' },
    text: 'Yes please 👍',
    firstLine: 'Yes please 👍',
    recipients: ['bot+t-abc123@bridge.example'],
    references: ['<root-0@bridge.example>', '<out-1@bridge.example>'],
  },
  'reply-gmail.eml': { kind: 'message', text: 'Hello' },
  'reply-iphone.eml': { kind: 'message', text: 'Hello' },
  'reply-thunderbird.eml': { kind: 'message', text: 'Hello' },
  'subject-multibyte-split.eml': {
    kind: 'message',
    subject: 'Kviečiame drauge pildyti ESO pasižadėjimų girliandą!',
    text: 'body',
  },
};

describe.skipIf(noSamples)(`every sample mail has an outcome [CH-66] [CH-71] [CH-75] ${noSamples ?? ''}`, () => {
  it.each(noSamples ? [] : readdirSync(sampleFolder).filter((name) => name.endsWith('.eml')))('%s', async (name) => {
    expect(OUTCOMES, `no outcome is stated for ${name}`).toHaveProperty([name]);
    expect(await readMail(sampleMail(name))).toMatchObject(OUTCOMES[name] ?? {});
  });

  it('a long thread is read whole', async () => {
    const mail = await readMail(sampleMail('long-references.eml'));
    expect(mail.kind === 'message' && mail.references.length).toBe(99);
  });
});
