import { describe, expect, it } from 'vitest';
import { mailOf } from './mails.ts';
import { readMail } from './reader.ts';

async function messageOf(headers: Readonly<Record<string, string>>, text: string) {
  const mail = await readMail(mailOf(headers, text));
  if (mail.kind !== 'message') throw new Error(`it is ${mail.kind}`);
  return mail;
}

const multipart = (kind: string, ...parts: string[]) => ({
  headers: { 'MIME-Version': '1.0', 'Content-Type': `multipart/${kind}; boundary=b` },
  text: `${parts.map((part) => `--b\n${part}`).join('\n')}\n--b--`,
});

describe('headers', () => {
  it('a line end in an encoded word ends no header [CH-73]', async () => {
    const subject = '=?utf-8?Q?Hello=0D=0ABcc:_evil@x.example?=';
    expect((await messageOf({ Subject: subject }, 'x')).subject).toBe('Hello Bcc: evil@x.example');
    const from = '=?utf-8?Q?Ann=0D=0AX=3A_y?= <ann@customer.example>';
    expect((await messageOf({ From: from }, 'x')).from).toEqual({ address: 'ann@customer.example', name: 'Ann X: y' });
  });

  it('the person is the mailbox of From in lower case, its domain in ASCII', async () => {
    expect((await messageOf({ From: '"Ann, of X" <Ann@BÜCHER.example>' }, 'x')).from).toEqual({
      address: 'ann@xn--bcher-kva.example',
      name: 'Ann, of X',
    });
  });

  it('a name that turns the line is cleaned', async () => {
    const from = `=?utf-8?B?${Buffer.from('Ann\u202etxt').toString('base64')}?= <ann@customer.example>`;
    expect((await messageOf({ From: from }, 'x')).from.name).toBe('Anntxt');
  });

  it.each(['', 'undisclosed-recipients:;', 'not an address', '<>'])('a From of %j is no sender', async (from) => {
    expect(await readMail(mailOf({ From: from }, 'x'))).toEqual({
      kind: 'unreadable',
      reason: 'its From names no mailbox',
    });
  });

  it('two From headers are no one sender', async () => {
    const mail = await readMail(Buffer.concat([Buffer.from('From: eve@evil.example\r\n'), mailOf({}, 'x')]));
    expect(mail).toMatchObject({ kind: 'message', isOneSender: false });
  });

  it('words that are no ids are no thread', async () => {
    const mail = await messageOf({ References: 'null', 'In-Reply-To': 'null', 'Message-ID': 'x' }, 'x');
    expect([mail.references, mail.inReplyTo, mail.messageId]).toEqual([[], undefined, undefined]);
  });
});

describe('words', () => {
  it('a mail with a subject and nothing else says its subject', async () => {
    expect((await messageOf({ Subject: 'Where is my order?' }, '')).text).toBe('Where is my order?');
    expect((await messageOf({ Subject: 'Re: Order' }, '')).text).toBe('');
  });

  it('a mail that is all quote keeps its text, and answers nothing', async () => {
    const mail = await messageOf({ 'In-Reply-To': '<a@b.example>' }, '> 2');
    expect([mail.text, mail.firstLine]).toEqual(['> 2', '']);
  });

  it('HTML beside a list footer is read, HTML beside its own text is not', async () => {
    const html = 'Content-Type: text/html\n\n<p>The words</p>';
    const footer = 'Content-Type: text/plain\n\nUnsubscribe below';
    const mixed = multipart('mixed', html, footer);
    expect((await messageOf(mixed.headers, mixed.text)).text).toBe('The words\n\nUnsubscribe below');
    const alternative = multipart('alternative', 'Content-Type: text/plain\n\nThe words', html);
    expect((await messageOf(alternative.headers, alternative.text)).text).toBe('The words');
  });

  it('a reply in HTML alone loses its quote', async () => {
    const html =
      '<div>2</div><div class="gmail_quote">On Mon, Nov 30, 2026 at 9:58 AM Bot &lt;bot@b.example&gt; wrote:<blockquote>Which?<ol><li>US</li><li>Europe</li></ol></blockquote></div>';
    const mail = await messageOf({ 'Content-Type': 'text/html', 'In-Reply-To': '<a@b.example>' }, html);
    expect([mail.text, mail.firstLine]).toEqual(['2', '2']);
  });

  it('links in HTML keep their URL', async () => {
    const html = '<p>See <a href="https://x.example/a">this</a></p>';
    expect((await messageOf({ 'Content-Type': 'text/html' }, html)).text).toBe('See this [https://x.example/a]');
  });

  it('control characters are gone', async () => {
    expect((await messageOf({}, 'a\u0000b\u0007c')).text).toBe('abc');
  });
});

describe('files', () => {
  const named = async (parameter: string) => {
    const part = `Content-Type: application/pdf\nContent-Disposition: attachment; ${parameter}\n\nabc`;
    const { headers, text } = multipart('mixed', 'Content-Type: text/plain\n\nhere', part);
    return (await messageOf(headers, text)).files[0]?.name;
  };

  it.each([
    ['filename="../../etc/passwd"', 'passwd'],
    ['filename="C:\\\\temp\\\\evil.exe"', 'evil.exe'],
    ['filename=".."', 'file.pdf'],
    ['filename=""', 'file.pdf'],
    ['filename="con.txt"', '_con.txt'],
    ['filename="NUL"', '_NUL'],
    ['filename="report.pdf. . "', 'report.pdf'],
    ["filename*=UTF-8''a%0D%0Ab%E2%80%AE.pdf", 'a b.pdf'],
  ])('%s', async (parameter, name) => {
    expect(await named(parameter)).toBe(name);
  });

  it('a mail within a mail is a file', async () => {
    const part = 'Content-Type: message/rfc822\n\nFrom: bob@x.example\n\nThe inner one';
    const { headers, text } = multipart('mixed', 'Content-Type: text/plain\n\nlook', part);
    const mail = await messageOf(headers, text);
    expect(mail.text).toBe('look');
    expect(mail.files).toMatchObject([{ name: 'mail.eml', mime: 'message/rfc822' }]);
  });

  it('of very many, the first fifty are told', async () => {
    const part = 'Content-Type: image/png\nContent-Disposition: attachment\n\nabc';
    const { headers, text } = multipart('mixed', ...Array.from({ length: 60 }, () => part));
    expect((await messageOf(headers, text)).files).toHaveLength(50);
  });
});
