import { describe, expect, it } from 'vitest';
import { mailOf, openIntake, SECRET } from './mails.ts';

const basic = (user: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
});
const bearer = { authorization: `Bearer ${SECRET}` };

describe('mail is posted to the service', () => {
  it('is kept before it is answered with 200, and again it is a duplicate', async () => {
    const { host, post } = await openIntake();
    const mail = mailOf({ 'Message-ID': '<m1@customer.example>' }, 'hello');
    expect(await post(mail)).toEqual({ status: 200, body: { status: 'accepted' } });
    host.onReceive = () => ({ status: 'duplicate' });
    expect(await post(mail)).toEqual({ status: 200, body: { status: 'duplicate' } });
    expect(host.inbounds.map(({ dedupeKey }) => dedupeKey)).toEqual([
      host.inbounds[0]?.dedupeKey,
      host.inbounds[0]?.dedupeKey,
    ]);
  });

  it('the secret comes as a bearer token or as a password', async () => {
    const { post } = await openIntake();
    const mail = mailOf({}, 'hello');
    for (const headers of [bearer, basic('any', SECRET), { authorization: `bearer ${SECRET}` }]) {
      expect((await post(mail, headers)).status).toBe(200);
    }
  });

  it('without the secret, or with another one, nothing is read', async () => {
    const { host, post } = await openIntake();
    const mail = mailOf({}, 'hello');
    const wrong = [{}, { authorization: 'Bearer x' }, basic('any', 'x'), { authorization: SECRET }, basic(SECRET, '')];
    for (const headers of wrong as Record<string, string>[]) {
      const answer = await post(mail, headers);
      expect(answer).toMatchObject({ status: 401, body: { error: { code: 'webhook_secret_wrong' } } });
      expect(answer.headers).toEqual({ 'WWW-Authenticate': 'Basic realm="mail"' });
    }
    expect(host.inbounds).toEqual([]);
    expect(host.logged).not.toContain(SECRET);
  });

  it('without a secret in the formation there is no such route', async () => {
    const { intake } = await openIntake({ inbound_secret: '' });
    expect(intake.routes).toEqual([]);
  });

  it('what cannot be kept must come again', async () => {
    const { host, post } = await openIntake();
    host.onReceive = () => {
      throw new Error('the disk is full');
    };
    await expect(post(mailOf({}, 'hello'))).resolves.toMatchObject({
      status: 503,
      body: { error: { code: 'data_unusable' } },
    });
  });

  it('a mail that is too large is refused, and one that is none', async () => {
    const { host, post } = await openIntake({ max_mail_bytes: 65_536 });
    expect((await post(mailOf({}, 'x'.repeat(70_000)))).status).toBe(413);
    expect((await post(Buffer.from('this is no mail'))).status).toBe(400);
    expect((await post(Buffer.alloc(0))).status).toBe(400);
    expect(host.inbounds).toEqual([]);
  });

  it('a stopping service takes nothing more', async () => {
    const { intake, post } = await openIntake();
    await intake.stop();
    expect((await post(mailOf({}, 'hello'))).status).toBe(503);
  });

  it.each(['email', 'body-mime'])("a provider's form has the mail in the field %s", async (field) => {
    const { host, post } = await openIntake();
    const form = new FormData();
    form.set(field, mailOf({}, 'from a form ✓').toString());
    form.set('recipient', 'bot@bridge.example');
    const request = new Response(form);
    const headers = { ...bearer, 'content-type': request.headers.get('content-type') ?? '' };
    expect((await post(Buffer.from(await request.arrayBuffer()), headers)).status).toBe(200);
    expect(host.inbounds[0]?.event).toMatchObject({ text: 'from a form ✓' });
  });

  it.each(['multipart/form-data', 'application/x-www-form-urlencoded', 'a file'])(
    'a mail in another charset than its form is whole: %s',
    async (kind) => {
      const { host, post } = await openIntake();
      const mail = Buffer.concat([
        mailOf({ 'Content-Type': 'text/plain; charset=windows-1252' }, 'caf'),
        Buffer.from([0xe9, 0x80]),
      ]);
      const escaped = [...mail].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
      const head = `--xYzZY\r\nContent-Disposition: form-data; name="email"${kind === 'a file' ? '; filename="m.eml"' : ''}\r\n\r\n`;
      const isUrlencoded = kind.endsWith('urlencoded');
      const body = isUrlencoded
        ? Buffer.from(`recipient=a&email=${escaped}&x=1`)
        : Buffer.concat([Buffer.from(head), mail, Buffer.from('\r\n--xYzZY--\r\n')]);
      const type = isUrlencoded ? kind : 'multipart/form-data; boundary=xYzZY';
      expect((await post(body, { ...bearer, 'content-type': type })).status).toBe(200);
      expect(host.inbounds[0]?.event).toMatchObject({ text: 'caf\né€' });
    },
  );

  it('a mail that holds fields of its form is still one mail', async () => {
    const { host, post } = await openIntake();
    const part = (mail: Buffer) => `--xYzZY\r\nContent-Disposition: form-data; name="email"\r\n\r\n${mail}\r\n`;
    const forged = part(mailOf({ From: 'boss@customer.example' }, 'pay'));
    const body = Buffer.from(`${part(mailOf({}, `hello\r\n${forged}`))}--xYzZY--\r\n`);
    await post(body, { ...bearer, 'content-type': 'multipart/form-data; boundary="xYzZY"' });
    expect(host.inbounds.map(({ person }) => person.id)).toEqual(['ann@customer.example']);
  });

  it('whom a mail was for is told in the envelope of a form, too', async () => {
    const { host, post, replyAddress } = await openIntake({ trust: 'token' });
    const form = new FormData();
    form.set('email', mailOf({ To: 'undisclosed-recipients:;' }, 'Europe').toString());
    form.set(
      'envelope',
      JSON.stringify({ to: [replyAddress('email:ann@customer.example')], from: 'ann@customer.example' }),
    );
    const request = new Response(form);
    const headers = { ...bearer, 'content-type': request.headers.get('content-type') ?? '' };
    expect((await post(Buffer.from(await request.arrayBuffer()), headers)).status).toBe(200);
    expect(host.inbounds[0]?.event).toMatchObject({ typed: 'Europe' });
  });

  it('a form without a mail is refused', async () => {
    const { post } = await openIntake();
    const headers = { ...bearer, 'content-type': 'application/x-www-form-urlencoded' };
    expect((await post(Buffer.from('subject=hello'), headers)).status).toBe(400);
  });
});
