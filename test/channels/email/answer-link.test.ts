import { describe, expect, it } from 'vitest';
import type { Page } from '../../../src/protocol/page.ts';
import { FakeHost } from '../telegram/fake-host.ts';
import { connected, DELIVERY } from './connected.ts';

const ID = 'ui_0123456789abcdefghijk';
const PAYLOAD = {
  to: 'ann@people.example',
  subject: 'Deploy',
  text: 'Which region?\n\n1. Europe & co\n2. Asia',
  html: '<p>Which region?</p>',
  choices: [
    {
      widgetId: ID,
      prompt: 'Which region?',
      options: [
        { label: 'Europe & co', index: 0 },
        { label: 'Asia', index: 1 },
      ],
      multi: false,
    },
  ],
};

async function asked(settings: object = {}, publicUrl: string | undefined = 'https://bridge.example') {
  const host = new FakeHost();
  if (publicUrl !== undefined) host.publicUrl = publicUrl;
  const all = await connected(settings, { host });
  await all.deliver(PAYLOAD, {});
  const html = all.mail.mails('ann@people.example')[0]?.html ?? '';
  const links = [...html.matchAll(/href="([^"]+)"[^>]*>([^<]*)</g)].map(([, url = '', label = '']) => ({ url, label }));
  const page = all.connection.pages?.[0];
  const open = (url: string): Promise<Page> | undefined =>
    page?.open({ headers: {}, query: new URL(url).searchParams });
  const submit = (fields: Record<string, string> | [string, string][]) => page?.submit?.(new URLSearchParams(fields));
  return { ...all, host, html, links, open, submit };
}

/** The sealed bytes are random: a fixed first character would be the right one, once in 64 times. */
function otherFirst(token: string): string {
  return `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`;
}

describe('an option of a question in a mail has a link', () => {
  it('whose page says what it will answer, and does nothing when it is opened [HI-90]', async () => {
    const { links, open, host } = await asked();
    expect(links.map(({ label }) => label)).toEqual(['Europe &amp; co', 'Asia']);
    expect(links[0]?.url).toMatch(/^https:\/\/bridge\.example\/channels\/email\/answer\?a=[\w-]{100,600}$/);
    const page = await open(links[0]?.url ?? '');
    expect(page).toMatchObject({
      status: 200,
      title: 'Which region?',
      lines: ['Your answer: Europe & co', 'It is sent when you press the button.'],
      form: { label: 'Send: Europe & co', path: '/channels/email/answer' },
    });
    expect(host.inbounds).toEqual([]);
  });

  it('whose button answers as whom the mail was sent to, and says what was recorded', async () => {
    const { links, open, submit, host, connection } = await asked();
    host.onReceive = () => ({ status: 'accepted', toast: { code: 'recorded', text: 'Recorded: Europe & co' } });
    const page = await open(links[0]?.url ?? '');
    const said = await submit({ ...page?.form?.fields });
    expect(said).toEqual({ status: 200, title: 'Recorded: Europe & co', lines: ['You can close this page.'] });
    const [press] = host.inbounds;
    expect(press).toMatchObject({
      address: { address: 'ann@people.example', subject: 'Deploy' },
      person: { id: 'ann@people.example' },
      isAttributable: true,
      secret: `<${DELIVERY}@bridge.example>`,
      event: { type: 'press', data: [`${ID}#0`], label: 'Europe & co', mayBeMessage: false },
    });
    expect(await connection.decode(press?.raw ?? '')).toEqual(press);
  });

  it('to a page that has all of them, where several can be chosen', async () => {
    const { deliver, mail, open, submit, host, connection } = await asked();
    const choices = PAYLOAD.choices.map((choice) => ({ ...choice, multi: true }));
    await deliver({ ...PAYLOAD, choices, to: 'bea@people.example' });
    const html = mail.mails('bea@people.example')[0]?.html ?? '';
    const [[, url = '', label] = []] = html.matchAll(/href="([^"]+)"[^>]*>([^<]*)</g);
    expect(label).toBe('Choose…');
    const page = await open(url);
    expect(page?.form).toMatchObject({
      label: 'Send',
      checks: [
        { value: '0', label: 'Europe & co' },
        { value: '1', label: 'Asia' },
      ],
    });
    const ticket: [string, string] = ['ticket', page?.form?.fields.ticket ?? ''];
    const nothing = await submit([ticket, ['check', '7']]);
    expect(nothing).toMatchObject({ title: 'Please choose something first.', form: { label: 'Send' } });
    expect(host.inbounds).toEqual([]);
    await submit([ticket, ['check', '1'], ['check', '0']]);
    const [press] = host.inbounds;
    expect(press?.event).toMatchObject({ data: [`${ID}#0`, `${ID}#1`], label: 'Europe & co, Asia' });
    expect(await connection.decode(press?.raw ?? '')).toEqual(press);
  });

  it('unless their words are too many for a link', async () => {
    const { deliver, mail } = await asked();
    const options = Array.from({ length: 25 }, (_, index) => ({ label: `${index} ${'词'.repeat(60)}`, index }));
    const choices = PAYLOAD.choices.map((choice) => ({ ...choice, options, multi: true }));
    await deliver({ ...PAYLOAD, choices, to: 'bea@people.example' });
    expect(mail.mails('bea@people.example')[0]?.html).not.toContain('href');
  });

  it('whose button counts once: the same page sends the same update', async () => {
    const { links, open, submit, host } = await asked();
    const [first, second] = [await open(links[0]?.url ?? ''), await open(links[0]?.url ?? '')];
    await submit({ ...first?.form?.fields });
    await submit({ ...first?.form?.fields });
    await submit({ ...second?.form?.fields });
    const keys = host.inbounds.map(({ dedupeKey }) => dedupeKey);
    expect(keys[0]).toBe(keys[1]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  it('which nobody can make or change', async () => {
    const { links, open, submit, host } = await asked();
    const url = links[0]?.url ?? '';
    const sealed = new URL(url).searchParams.get('a') ?? '';
    const page = await open(url);
    const ticket = page?.form?.fields.ticket ?? '';
    for (const wrong of [
      '',
      'x',
      sealed.slice(0, -4),
      `${sealed}AAAA`,
      ticket,
      `${'A'.repeat(60)}`,
      otherFirst(sealed),
    ]) {
      expect((await open(`https://bridge.example/?a=${wrong}`))?.status, wrong).toBe(404);
    }
    for (const wrong of ['', 'x', sealed, ticket.slice(1), otherFirst(ticket)]) {
      expect((await submit({ ticket: wrong }))?.status, wrong).toBe(410);
    }
    expect(host.inbounds).toEqual([]);
  });

  it('whose page is too old after an hour, and the link is not', async () => {
    const { links, open, submit, host } = await asked();
    const page = await open(links[0]?.url ?? '');
    const startedMs = host.now();
    host.now = () => startedMs + 3_600_000;
    expect(await submit({ ...page?.form?.fields })).toMatchObject({ status: 410, title: 'This page is too old' });
    expect(await open(links[0]?.url ?? '')).toMatchObject({ status: 200 });
    expect(host.inbounds).toEqual([]);
  });

  it('of the conversation that it was sent into', async () => {
    const { deliver, mail, open, submit, host } = await asked();
    await deliver({ ...PAYLOAD, to: 'Bea@people.example' }, { deliveryId: 'dlv_mik2abcd0123456789abcdef0999' });
    const url = /href="([^"]+)"/.exec(mail.mails('Bea@people.example')[0]?.html ?? '')?.[1] ?? '';
    const page = await open(url);
    await submit({ ...page?.form?.fields });
    expect(host.inbounds[0]?.person).toEqual({ id: 'bea@people.example' });
  });

  it('only for those who are heard', async () => {
    const { links, open, submit, host } = await asked({ allow: ['bea@people.example'] });
    const page = await open(links[0]?.url ?? '');
    expect(await submit({ ...page?.form?.fields })).toMatchObject({ status: 403 });
    expect(host.inbounds).toEqual([]);
  });

  it('which leaks neither the address nor the words', async () => {
    const { links } = await asked();
    const sealed = new URL(links[0]?.url ?? '').searchParams.get('a') ?? '';
    expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toMatch(/ann|Europe|region/);
  });

  it('the same when the mail is sent again, so that a retry is the same mail', async () => {
    const { deliver, mail } = await asked();
    await deliver(PAYLOAD);
    const [first, second] = mail.mails('ann@people.example').map(({ html }) => html);
    expect(first).toContain('/channels/email/answer?a=');
    expect(second).toBe(first);
  });

  it('but none where nobody could open it', async () => {
    const host = new FakeHost();
    const { deliver, mail } = await connected({}, { host });
    await deliver(PAYLOAD);
    expect(mail.mails('ann@people.example')[0]?.html).not.toContain('href');
  });
});
