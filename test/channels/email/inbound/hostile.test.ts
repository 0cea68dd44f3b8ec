import { describe, expect, it } from 'vitest';
import { cpuClock } from '../../../cpu-clock.ts';
import { mailOf } from './mails.ts';
import { readMail } from './reader.ts';

const HEAD = 'From: a@x.example\r\nTo: bot@bridge.example\r\nMIME-Version: 1.0\r\n';
const MIB = 1024 * 1024;

function nested(depth: number): string {
  let mail = HEAD;
  for (let level = 0; level < depth; level++) {
    mail += `Content-Type: multipart/mixed; boundary=b${level}\r\n\r\n--b${level}\r\n`;
  }
  return `${mail}\r\nhello`;
}

function wide(parts: number): string {
  const part = '--b\r\nContent-Type: text/plain\r\nContent-Disposition: attachment; filename=a\r\n\r\nhi\r\n';
  return `${HEAD}Content-Type: multipart/mixed; boundary=b\r\n\r\n${part.repeat(parts)}--b--`;
}

const html = (body: string) => `${HEAD}Content-Type: text/html\r\n\r\n${body}`;

/** What a hostile mail costs at most, in time of the processor: how busy the machine is does not matter. */
const MOST_MS = 5_000;

describe('a hostile mail costs little and has an outcome', () => {
  it.each([
    ['10,000 nested parts', nested(10_000), 'unreadable'],
    ['10,000 parts', wide(10_000), 'unreadable'],
    ['a header of 1 MB', `${HEAD}X-A: ${'a'.repeat(MIB)}\r\n\r\nhi`, 'unreadable'],
    ['100,000 headers', `${HEAD}${'X-A: a\r\n'.repeat(100_000)}\r\nhi`, 'unreadable'],
    [
      'a subject of encoded words only',
      `${HEAD}Subject: ${'=?utf-8?Q?a?=\r\n '.repeat(10_000)}\r\n\r\nhi`,
      'unreadable',
    ],
    ['10,000 mails within a mail', `${HEAD}${'Content-Type: message/rfc822\r\n\r\n'.repeat(10_000)}\r\nhi`, 'message'],
    ['30,000 recipients', `${HEAD}Cc: ${'b@x.example,'.repeat(15_000)}\r\n\r\nhi`, 'message'],
    ['a From of brackets', `From: ${'<'.repeat(200_000)}\r\n\r\nhi`, 'unreadable'],
    ['an id without an end', `${HEAD}References: <a${'@'.repeat(200_000)}\r\n\r\nhi`, 'message'],
    ['ids without an end', `${HEAD}Message-ID: ${'<@'.repeat(100_000)}\r\n\r\nhi`, 'message'],
    ['a million nested elements', html('<div>'.repeat(MIB)), 'message'],
    ['100,000 nested tables', html('<table><tr><td>'.repeat(100_000)), 'message'],
    ['100,000 nested quotes', html(`${'<blockquote>'.repeat(100_000)}x`), 'message'],
    ['100,000 nested links', html('<a href="x">'.repeat(100_000)), 'message'],
    [
      'a boundary that is in every line',
      `${HEAD}Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\n'.repeat(100_000)}`,
      'unreadable',
    ],
    ['nothing', '', 'unreadable'],
    ['zeros', '\0'.repeat(MIB), 'unreadable'],
  ])('%s', async (_what, raw, kind) => {
    const spentMs = cpuClock();
    const mail = await readMail(Buffer.from(raw, 'latin1'));
    expect(spentMs()).toBeLessThan(MOST_MS);
    expect(mail.kind).toBe(kind);
  });

  it.each([
    ['plain text', 'text/plain', 'word word word\r\n'.repeat((10 * MIB) / 16)],
    ['quoted-printable', 'text/plain\r\nContent-Transfer-Encoding: quoted-printable', '=41'.repeat((10 * MIB) / 3)],
    ['base64', 'text/plain\r\nContent-Transfer-Encoding: base64', 'QUFB'.repeat((10 * MIB) / 4)],
    ['a charset of two bytes', 'text/plain; charset=utf-16le', 'a\0'.repeat((10 * MIB) / 2)],
    ['HTML', 'text/html', '<p>word</p>'.repeat((10 * MIB) / 11)],
  ])('10 MB of %s', async (_what, type, body) => {
    const spentMs = cpuClock();
    const mail = await readMail(Buffer.from(`${HEAD}Content-Type: ${type}\r\n\r\n${body}`, 'latin1'));
    expect(spentMs()).toBeLessThan(MOST_MS);
    expect(mail.kind === 'message' && mail.text.length).toBe(200_000);
  });

  it('reading anything never throws', async () => {
    const seed = mailOf(
      { 'Content-Type': 'multipart/mixed; boundary=b' },
      '--b\nContent-Type: text/html\n\n<p>x\n--b--',
    );
    for (let at = 0; at < seed.length; at += 3) {
      const broken = Buffer.from(seed);
      broken[at] = (broken[at] ?? 0) ^ 0x80;
      expect(['message', 'unreadable', 'own']).toContain(
        (await readMail(broken.subarray(0, seed.length - (at % 7)))).kind,
      );
    }
  });
});
