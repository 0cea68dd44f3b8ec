import { describe, expect, it } from 'vitest';
import { mailOf, openIntake, vouched } from './mails.ts';

const ANN = 'email:ann@customer.example';
const checked = { authserv_id: 'mx.bridge.example' };

/** Where a mail comes in, and what of it may answer. */
async function placed(given: Parameters<typeof openIntake>[0], headers: (address: (of: string) => string) => object) {
  const opened = await openIntake(given);
  await opened.post(mailOf({ ...headers(opened.replyAddress) }, 'Europe\n\nThanks, Ann'));
  const [inbound] = opened.host.inbounds;
  const event = inbound?.event.type === 'message' ? inbound.event : undefined;
  return { address: inbound?.address, person: inbound?.person.id, typed: event?.typed, text: event?.text };
}

describe('a mail answers a question only when it is proven who wrote it', () => {
  it('with its reply address and DMARC, its first line may answer', async () => {
    expect(await placed(checked, (to) => ({ To: to(ANN), ...vouched() }))).toEqual({
      address: { address: 'ann@customer.example', subject: 'Hello' },
      person: 'ann@customer.example',
      typed: 'Europe',
      text: 'Europe\n\nThanks, Ann',
    });
  });

  it('the reply address may stand where the mail server says whom it was for', async () => {
    const mail = await placed(checked, (to) => ({ 'Delivered-To': to(ANN).toUpperCase(), ...vouched() }));
    expect(mail.typed).toBe('Europe');
  });

  it('a reply address without DMARC is in its conversation, and answers nothing', async () => {
    expect(await placed(checked, (to) => ({ To: to(ANN) }))).toMatchObject({
      address: { address: 'ann@customer.example' },
      typed: '',
      text: 'Europe\n\nThanks, Ann',
    });
  });

  it('where the formation trusts the reply address, it answers without DMARC', async () => {
    expect(await placed({ trust: 'token' }, (to) => ({ To: to(ANN) }))).toMatchObject({ typed: 'Europe' });
  });

  it('DMARC without a reply address is in the conversation, and answers nothing', async () => {
    const mail = await placed(checked, () => vouched());
    expect(mail).toMatchObject({ address: { address: 'ann@customer.example', subject: 'Hello' }, typed: '' });
    expect(mail.address).not.toHaveProperty('unverified');
  });

  it('a From that nobody vouches for opens a conversation apart', async () => {
    for (const given of [checked, {}, { trust: 'token' as const }]) {
      expect(await placed(given, () => ({}))).toEqual({
        address: { address: 'ann@customer.example', subject: 'Hello', unverified: 1 },
        person: 'ann@customer.example',
        typed: '',
        text: 'Europe\n\nThanks, Ann',
      });
    }
  });

  it('the conversation apart has reply addresses of its own', async () => {
    const apart = await placed({ trust: 'token' }, (to) => ({ To: to('email:unverified:ann@customer.example') }));
    expect(apart).toMatchObject({ address: { unverified: 1 }, typed: 'Europe' });
  });

  it("another person's reply address opens nothing: somebody passed our mail on", async () => {
    const passedOn = await placed({ ...checked, trust: 'token' }, (to) => ({
      From: 'Eve <eve@customer.example>',
      To: to(ANN),
      ...vouched(),
    }));
    expect(passedOn).toMatchObject({
      address: { address: 'eve@customer.example' },
      person: 'eve@customer.example',
      typed: '',
    });
  });

  it('of several senders, nobody can tell who wrote it', async () => {
    const headers = { From: 'ann@customer.example, eve@customer.example' };
    const mail = await placed({ ...checked, trust: 'token' }, (to) => ({ ...headers, To: to(ANN), ...vouched() }));
    expect(mail).toMatchObject({ address: { unverified: 1 }, typed: '' });
  });
});

describe('a From that may be read in two ways is nobody, whatever its domain vouches for', () => {
  const typedOf = async (from: string) =>
    (await placed(checked, (to) => ({ From: from, To: to(ANN), ...vouched() }))).typed;

  it.each([
    '<ann@customer.example> <eve@customer.example>',
    'ann@customer.example eve@customer.example',
    'eve@customer.example <ann@customer.example>',
    'Friends: ann@customer.example;',
    '"eve x"@customer.example, ann@customer.example',
    'eve@[192.0.2.1], ann@customer.example',
    'Eve, ann@customer.example',
    'Eve, Ann <ann@customer.example>',
    'ann@customer.example (<eve@customer.example>',
    'Ann <ann@customer.example> (a) (b (c))',
    '<@customer.example,@x.example:ann@customer.example>',
  ])('%s', async (from) => {
    expect(await typedOf(from)).toBe('');
  });

  it.each([
    'ann@customer.example',
    '<ann@customer.example>',
    'ann@customer.example (Ann)',
    'Ann@Customer.Example <ann@customer.example>',
    '"Example, Ann (eve@x.example)" <ann@customer.example>',
    '=?utf-8?q?eve=40customer.example?= <ann@customer.example>',
    'Dr. Ann O\u2019Neil <ann@customer.example>',
    'Ann\r\n <ann@customer.example>',
  ])('but not %j', async (from) => {
    expect(await typedOf(from)).toBe('Europe');
  });

  it('and one that is longer than a line is not looked at', async () => {
    expect(await typedOf(`${'Ann '.repeat(300)}<ann@customer.example>`)).toBe('');
  });

  it('nor is a sign that becomes a letter in lower case that letter', async () => {
    const kate = await placed(checked, () => ({ From: '\u212aate@customer.example', ...vouched() }));
    expect(kate.person).toBeUndefined();
  });
});

describe('only the topmost word of our own mail server counts', () => {
  const typedWith = async (results: string) =>
    (await placed(checked, (to) => ({ To: to(ANN), 'Authentication-Results': results }))).typed;

  it('a header under another name is nothing to us', async () => {
    expect(await typedWith('mx.evil.example; dmarc=pass header.from=customer.example')).toBe('');
    expect(await typedWith('mx.bridge.example.evil.example; dmarc=pass header.from=customer.example')).toBe('');
  });

  it('a lower one that bears our name was written by the sender', async () => {
    const forged = 'Authentication-Results: mx.bridge.example; dmarc=pass header.from=customer.example';
    expect(await typedWith(`mx.bridge.example; dmarc=fail header.from=customer.example\r\n${forged}`)).toBe('');
  });

  it.each([
    ['dmarc=fail header.from=customer.example', ''],
    ['dmarc=none header.from=customer.example', ''],
    ['dmarc=pass header.from=evil.example', ''],
    ['dmarc=pass', ''],
    ['spf=pass smtp.mailfrom=customer.example; dkim=pass header.d=customer.example', ''],
    ['none (dmarc=pass header.from=customer.example)', ''],
    ['spf=fail (; dmarc=pass header.from=customer.example)', ''],
    ['spf=fail reason="; dmarc=pass header.from=customer.example"', ''],
    ['dmarc=pass header.from=customer.example; dmarc=fail header.from=customer.example', ''],
    ['DMARC = PASS (p=NONE (sp=reject)) header.from=Customer.Example', 'Europe'],
  ])('%s', async (verdict, typed) => {
    expect(await typedWith(`mx.bridge.example; ${verdict}`)).toBe(typed);
  });
});

describe('who is heard', () => {
  it('a forged From does not pass the allow list where senders are checked', async () => {
    const opened = await openIntake({ ...checked, allow: ['ann@customer.example'] });
    await opened.post(mailOf({}, 'let me in'));
    expect(opened.host.inbounds).toEqual([]);
    await opened.post(mailOf(vouched(), 'it is me'));
    expect(opened.host.inbounds).toHaveLength(1);
  });

  it('where nothing is checked, the allow list goes by From', async () => {
    const opened = await openIntake({ allow: ['ann@customer.example'] });
    await opened.post(mailOf({}, 'hello'));
    await opened.post(mailOf({ From: 'eve@customer.example' }, 'hello'));
    expect(opened.host.inbounds.map(({ person }) => person.id)).toEqual(['ann@customer.example']);
  });
});
